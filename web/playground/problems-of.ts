import type { Place } from "./protocol.js";
import type { Diagnostic, State } from "./state.js";

export interface Problem {
  readonly diagnostic: Diagnostic;
  readonly place: Place;
  /** Only the service knows it. */
  readonly isExtra: boolean;
}

/**
 * All problems, in the order of the document. The engine's order is that of the parsed object, in which keys that look
 * like integers come first.
 */
export function problemsOf({ checked, service }: Pick<State, "checked" | "service">): Problem[] {
  if (checked?.verdict.kind !== "checked") return [];
  const { result, places } = checked.verdict;
  const own = result.diagnostics.map((diagnostic, at) => ({ diagnostic, place: places[at] as Place, isExtra: false }));
  const extra = service.extra.map((one) => ({ ...one, isExtra: true }));
  return [...own, ...extra].sort((one, other) => one.place.from - other.place.from);
}

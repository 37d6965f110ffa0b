import type { Operation } from "../../src/ground/json/patch.js";
import type { Place } from "../../src/pages/places.js";
import { columnKey, groupDiagnostics } from "../../src/proposals/group-diagnostics.js";
import type { Mark } from "../workbench/editor/marks.js";
import type { Diagnostic, Fix, State } from "./state.js";

export interface Problem {
  readonly diagnostic: Diagnostic;
  readonly place: Place;
  /** Only the service knows it. */
  readonly isExtra: boolean;
}

const SEVERITIES = ["error", "warning", "info"];

/**
 * All problems, errors first, then in the order of the document. The engine's order is that of the
 * parsed object, in which keys that look like integers come first.
 */
export function problemsOf({ checked, service }: Pick<State, "checked" | "service">): Problem[] {
  if (checked?.verdict.kind !== "checked") return [];
  const { result, places } = checked.verdict;
  const own = result.diagnostics.map((diagnostic, at) => ({
    diagnostic,
    place: places[at] as Place,
    isExtra: false,
  }));
  const extra = service.extra.map((one) => ({ ...one, isExtra: true }));
  const rank = ({ diagnostic }: Problem) => SEVERITIES.indexOf(diagnostic.severity);
  return [...own, ...extra].sort(
    (one, other) => rank(one) - rank(other) || one.place.from - other.place.from,
  );
}

/** The squiggles of all problems, those that the service has found too. */
export function marksOf(state: State, applyFix: (fix: Fix) => void): Mark[] {
  const marks: Mark[] = problemsOf(state).map(({ diagnostic, place: { from, to } }) => {
    const { severity, message, code, fixes } = diagnostic;
    const actions = fixes
      .slice(0, 2)
      .map((fix) => ({ name: fix.title, apply: () => applyFix(fix) }));
    return { from, to, severity, message, source: code, actions };
  });
  const verdict = state.checked?.verdict;
  if (verdict?.kind !== "unreadable") return marks;
  const { from, to } = verdict.place;
  return [...marks, { from, to, severity: "error", message: verdict.message, source: "JSON" }];
}

/** Identical problems in a column, as the text of an MCP result groups them. */
export function groupsOf(problems: readonly Problem[]): Problem[][] {
  const coded = problems.map((problem) => ({ code: problem.diagnostic.code, problem }));
  const groups = groupDiagnostics(coded, ({ problem }) => [
    ...columnKey(problem.diagnostic),
    problem.isExtra,
  ]);
  return groups.map((group) => group.map(({ problem }) => problem));
}

/** What inserts every missing property, in their order; undefined if fewer than two are missing. */
export function insertsOf(problems: readonly Problem[]): readonly Operation[] | undefined {
  const missing = problems.filter(({ diagnostic }) => diagnostic.code === "missing-property");
  const fixes = missing.flatMap(({ diagnostic }) => diagnostic.fixes.slice(0, 1));
  return fixes.length > 1 ? fixes.flatMap(({ patch }) => patch) : undefined;
}

/**
 * The patches of several fixes as one. The last comes first, which keeps the index of every other
 * item.
 */
export function patchForAll(fixes: readonly Fix[]): Operation[] {
  return fixes.toReversed().flatMap(({ patch }) => patch);
}

import { asksRegistry } from "../../src/engine/checks/check.js";
import type { Instance } from "../../src/pages/pages/playground.js";
import type { Place } from "../../src/pages/places.js";
import type { BuildResult } from "../../src/proposals/results.js";
import type { SpecDocument } from "../../src/specs/explain/describe-spec.js";
import type { Verdict } from "./check-text.js";
import { OWN_DOMAIN } from "./own-schema.js";
import type { Budget, ServiceAnswer } from "./service-client.js";

export type Diagnostic = BuildResult["diagnostics"][number];
export type Fix = Diagnostic["fixes"][number];
/** The verdict on a text. The one that the page was sent with took no time here. */
export interface Checked {
  readonly verdict: Verdict;
  readonly milliseconds?: number;
}

export type Tab = "problems" | "package" | "send";

/** The answer of the service about the candidate as it is now. */
export interface ServiceState {
  readonly isAsking: boolean;
  /** The operation that the answer is of. */
  readonly operation?: "validate" | "build";
  readonly answer?: ServiceAnswer;
  /** Diagnostics that only the service has, with their places. */
  readonly extra: readonly { readonly diagnostic: Diagnostic; readonly place: Place }[];
  readonly budget?: Budget | undefined;
  /** Until when the service refuses calls, by `performance.now()`. */
  readonly waitUntil?: number | undefined;
}

/** Says what was just done, and offers an action, such as to undo it. */
export interface Notice {
  readonly text: string;
  readonly action?: { readonly label: string; run(): void } | undefined;
}

export interface State {
  readonly instance: Instance;
  readonly domainId: string;
  readonly version: string;
  readonly targetProduct: string;
  /** The JSON Schema that the person checks by, as text. */
  readonly schema?: string | undefined;
  /** The start that was chosen, as JSON; empty once the text is changed. */
  readonly start: string;
  /** `offline`: the spec package could not be loaded. `failed`: the engine could not be started. */
  readonly phase: "loading" | "ready" | "offline" | "failed";
  readonly specDocument?: SpecDocument | undefined;
  readonly checked?: Checked | undefined;
  /** The line with problems that the pointer is over. */
  readonly pointed?: number | undefined;
  readonly tab: Tab;
  /** Whether long lines of the editor are wrapped. */
  readonly wraps: boolean;
  /** Remembered for this tab; never part of a link. */
  readonly key: string;
  readonly service: ServiceState;
  readonly notice?: Notice | undefined;
}

export function domainOf({ instance: { domains }, domainId }: State): Instance["domains"][number] {
  return domains.find(({ id }) => id === domainId) ?? (domains[0] as Instance["domains"][number]);
}

/** Whether a schema of the person decides, which the service does not know. */
export function isOwn({ domainId }: Pick<State, "domainId">): boolean {
  return domainId === OWN_DOMAIN;
}

export function isCurrent(state: State, version: string): boolean {
  return domainOf(state).versions.some((one) => one.version === version && one.current);
}

/** The result with a package, if the candidate is valid here and the service has not refused it. */
export function builtOf({ checked, service: { answer } }: Pick<State, "checked" | "service">) {
  const result = resultOf(checked);
  const isRefused = answer?.kind === "result" && !answer.result.valid;
  return result?.valid && !isRefused ? result : undefined;
}

/** Whether the service has found the candidate valid, as it is now. */
export function isConfirmed({ service: { answer } }: Pick<State, "service">): boolean {
  return answer?.kind === "result" && answer.result.valid;
}

/** Whether a rule depends on the registry, which only the service has. */
export function asksService({ specDocument }: Pick<State, "specDocument">): boolean {
  return specDocument?.rules.some(({ check }) => asksRegistry(check)) ?? false;
}

/** The result of the last check, if there was one that could be made. */
export function resultOf(checked: Checked | undefined): BuildResult | undefined {
  return checked?.verdict.kind === "checked" ? checked.verdict.result : undefined;
}

import { Almanac } from "json-rules-engine";
import { valueAt } from "../../json/pointer.js";
import type { Findings } from "../findings/findings.js";
import type { Count } from "./native.js";

export interface FactSource {
  readonly candidate: unknown;
  /** What every check has found, by its number. */
  readonly findings: readonly Findings[];
  readonly counts: readonly Count[];
}

/** The findings of a check, or undefined where it has found nothing. */
export function findingsFact({ findings }: FactSource, { check }: { check: number }): Findings | undefined {
  const found = findings[check];
  return found === undefined || found.total === 0 ? undefined : found;
}

export function countFact({ candidate, counts }: FactSource, { count }: { count: number }): unknown {
  return counts[count]?.read(candidate, undefined);
}

/** JSON Pointers instead of the engine's JSONPath, which triples the cost and has had remote code execution. */
export function resolvePath(value: unknown, path: string): unknown {
  const [, kind, pointer = path] = /^(number|present):(.*)$/s.exec(path) ?? [];
  const found = valueAt(value, pointer);
  if (kind === "number") return typeof found === "number" ? found : undefined;
  // NaN equals nothing, where undefined would equal another value that is absent.
  return kind === "present" && found === undefined ? Number.NaN : found;
}

/** The one operator that is ours: `true` asks for a value, `false` for none. */
export const EXISTS: [string, (value: unknown, wanted: boolean) => boolean] = [
  "exists",
  (value, wanted) => (value !== undefined) === wanted,
];

/** The facts of conditions, given as they are: there is nothing to add, cache or calculate for a run. */
export class Facts extends Almanac {
  constructor(private readonly source: FactSource) {
    super();
  }

  override async factValue<T>(id: string, params?: unknown, path = ""): Promise<T> {
    if (id === "findings") return findingsFact(this.source, params as { check: number }) as T;
    if (id === "candidate") return resolvePath(this.source.candidate, path) as T;
    if (id === "count") return countFact(this.source, params as { count: number }) as T;
    throw new Error(`there is no fact "${id}"`);
  }
}

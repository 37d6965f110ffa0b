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

/** The numbers of the checks that have found something. */
export function findingsFact({ findings }: FactSource): number[] {
  const numbers: number[] = [];
  for (let number = 0; number < findings.length; number++)
    if ((findings[number] as Findings).total > 0) numbers.push(number);
  return numbers;
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

/** The facts of conditions, given as they are: there is nothing to add or calculate for a run. */
export class Facts extends Almanac {
  #findings: number[] | undefined;

  constructor(private readonly source: FactSource) {
    super();
  }

  override async factValue<T>(id: string, params?: unknown, path = ""): Promise<T> {
    if (id === "findings") {
      this.#findings ??= findingsFact(this.source);
      return this.#findings as T;
    }
    if (id === "candidate") return resolvePath(this.source.candidate, path) as T;
    if (id === "count") return countFact(this.source, params as { count: number }) as T;
    throw new Error(`there is no fact "${id}"`);
  }
}

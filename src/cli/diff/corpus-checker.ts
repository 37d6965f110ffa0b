import { readFile } from "node:fs/promises";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { decide, inspect, isClean } from "../../engine/inspect.js";
import { isError, type Problem } from "../../engine/problem.js";
import { isObject, type JsonObject } from "../../json/value.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { checkVersion } from "../../specs/check-version.js";
import { readVersion } from "../../specs/read-specs.js";

/** A part of a corpus: whole files, or whole lines of a file. */
export type CorpusTask =
  | { readonly files: readonly { readonly name: string; readonly path: string }[] }
  | { readonly name: string; readonly bytes: Uint8Array };

/** A document whose verdict differs. */
interface Differing {
  readonly name: string;
  /** From 1, counted from the start of the task. */
  readonly line?: number;
  readonly message: string;
}

/** Documents that one version accepts and the other refuses for the same reason. */
export interface CorpusGroup {
  readonly kind: "breaking" | "widening";
  readonly code: string;
  /** With `*` for every index; `(elsewhere)` if there are more than MAX_GROUPS groups. */
  readonly path: string;
  readonly count: number;
  /** The first three documents. */
  readonly first: readonly Differing[];
}

export interface CorpusCount {
  /** The number of lines of the task. */
  readonly lines: number;
  readonly checked: number;
  /** Documents that are not JSON, or of another domain. */
  readonly skipped: number;
  readonly groups: readonly CorpusGroup[];
}

export interface CorpusSettings {
  readonly task: "corpus";
  /** The folder of the domain. */
  readonly domain: string;
  readonly domainId: string;
  readonly versions: readonly [string, string];
}

type CorpusChecker = (task: CorpusTask) => Promise<CorpusCount>;

const MAX_SHOWN = 3;
/** Bounded, because paths may contain names that authors chose. Further groups of the same code become one. */
const MAX_GROUPS = 1_000;

/** Loads both versions, for a thread of its own: compiled functions cannot be sent to it. */
export async function openCorpusChecker({ domain, domainId, versions }: CorpusSettings): Promise<CorpusChecker> {
  const load = async (version: string) =>
    (await checkVersion(readVersion(domain, domainId, version))).spec as CompiledSpec;
  return corpusChecker(await load(versions[0]), await load(versions[1]));
}

export function corpusChecker(before: CompiledSpec, after: CompiledSpec): CorpusChecker {
  return async (task) => {
    const groups = new Map<string, CorpusGroup>();
    let [lines, checked, skipped] = [0, 0, 0];
    const check = async (text: string, where: Pick<Differing, "name" | "line">) => {
      const candidate = candidateIn(text, after.domainId);
      if (candidate === undefined) {
        skipped++;
        return;
      }
      checked++;
      const [old, now] = [await errorsOf(before, candidate), await errorsOf(after, candidate)];
      if ((old.length === 0) === (now.length === 0)) return;
      addGroup(groups, causeOf(old.length === 0 ? "breaking" : "widening", [...old, ...now], where));
    };
    if ("files" in task)
      for (const { name, path } of task.files) await check(await readFile(path, "utf8").catch(() => ""), { name });
    else {
      for (const text of Buffer.from(task.bytes).toString().split("\n")) {
        lines++;
        if (text.trim() !== "") await check(text, { name: task.name, line: lines });
      }
      // The bytes end with a line feed, and the empty string after it is not a line.
      lines--;
    }
    return { lines, checked, skipped, groups: [...groups.values()] };
  };
}

/** The group of a single document, by the first error of the version that refuses it. */
function causeOf(
  kind: CorpusGroup["kind"],
  errors: readonly Problem[],
  where: Pick<Differing, "name" | "line">,
): CorpusGroup {
  const first = errors.reduce((least, error) =>
    `${error.code} ${error.path}` < `${least.code} ${least.path}` ? error : least,
  );
  const path = first.path.replace(/\/\d+(?=\/|$)/g, "/*");
  return { kind, code: first.code, path, count: 1, first: [{ ...where, message: first.message() }] };
}

/** Adds the documents of a group to those with the same cause. */
export function addGroup(groups: Map<string, CorpusGroup>, group: CorpusGroup): void {
  const { kind, code } = group;
  const key = `${kind} ${code} ${group.path}`;
  const path = groups.has(key) || groups.size < MAX_GROUPS ? group.path : "(elsewhere)";
  const known = groups.get(`${kind} ${code} ${path}`) ?? { kind, code, path, count: 0, first: [] };
  const first = [...known.first, ...group.first].slice(0, MAX_SHOWN);
  groups.set(`${kind} ${code} ${path}`, { ...known, count: known.count + group.count, first });
}

async function errorsOf(spec: CompiledSpec, candidate: unknown): Promise<Problem[]> {
  const inspected = inspect(spec, candidate, UNKNOWN_REGISTRY);
  if (isClean(spec, inspected)) return [];
  return (await decide(spec, inspected)).filter(isError);
}

/** The candidate in a request or package, or the document itself; undefined if it is not of this domain. */
function candidateIn(text: string, domainId: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const found = proposalIn(value as JsonObject);
  return found.domainId === undefined || found.domainId === domainId ? found.candidate : undefined;
}

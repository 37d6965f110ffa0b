import { type CompiledSpec, compileLater } from "../../engine/compile-spec.js";
import type { SpecSource } from "../../engine/grammar.js";
import { problemsOf } from "../../engine/inspect.js";
import { isError, type Problem } from "../../engine/problem.js";
import { tryParse } from "../../json/try-parse.js";
import { isObject } from "../../json/value.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { counted } from "../../text/quote.js";
import { visible } from "../../text/visible.js";
import { inBatches, inThreads } from "../check/worker-pool.js";
import { type Document, nameOf, openInputs } from "../inputs.js";
import type { Io } from "../io.js";
import { Progress } from "../report/terminal.js";

/** The text is empty if the document cannot be read. */
type CorpusDocument = Pick<Document, "name" | "line" | "text">;

/** Documents that one version accepts and the other refuses for the same reason. */
export interface CorpusGroup {
  readonly kind: "breaking" | "widening";
  readonly code: string;
  /** With `*` for every index; `(elsewhere)` if there are more than MAX_GROUPS groups. */
  readonly path: string;
  readonly count: number;
  /** The first three documents. */
  readonly first: readonly (Pick<Document, "name" | "line"> & { readonly message: string })[];
}

interface CorpusCount {
  readonly checked: number;
  /** Documents that are not JSON, or of another domain. */
  readonly skipped: number;
  readonly groups: readonly CorpusGroup[];
}

/** The versions to compare, as they are sent to a thread, which compiles them. */
export interface CorpusSettings {
  readonly task: "corpus";
  readonly sources: readonly [SpecSource, SpecSource];
}

type CorpusChecker = (batch: readonly CorpusDocument[]) => Promise<CorpusCount>;

const MAX_SHOWN = 3;
/** Bounded, because paths may contain names that authors chose. Further groups of the same code become one. */
const MAX_GROUPS = 1_000;
/** The number of groups in the report; --json has all of them. */
const MAX_SHOWN_GROUPS = 20;

/** Counts the documents of a corpus whose verdict differs between two versions, by cause. Uses all cores. */
export async function compareCorpus(
  corpus: string,
  before: CompiledSpec,
  after: CompiledSpec,
  io: Io,
): Promise<CorpusCount> {
  const inputs = await openInputs([corpus], io);
  const progress = new Progress(io.stderr, inputs.bytes);
  const settings: CorpusSettings = { task: "corpus", sources: [before.source, after.source] };
  const counts =
    io.worker === undefined
      ? inBatches(documents(), corpusChecker(before, after), 1)
      : inThreads<CorpusDocument, CorpusCount>(documents(), io.worker, settings);
  const groups = new Map<string, CorpusGroup>();
  let [checked, skipped] = [0, 0];
  try {
    for await (const count of counts) {
      checked += count.checked;
      skipped += count.skipped;
      for (const group of count.groups) addGroup(groups, group);
    }
  } finally {
    progress.clear();
  }
  const sorted = [...groups.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return { checked, skipped, groups: sorted };

  async function* documents(): AsyncGenerator<CorpusDocument> {
    for await (const input of inputs.all) {
      const { bytes, ...document } = "text" in input ? input : { ...input, text: "", bytes: [] };
      progress.advance(bytes.length);
      yield document;
    }
  }
}

export function openCorpusChecker({ sources: [before, after] }: CorpusSettings): CorpusChecker {
  return corpusChecker(compileLater(before), compileLater(after));
}

function corpusChecker(before: CompiledSpec, after: CompiledSpec): CorpusChecker {
  return async (batch) => {
    const groups = new Map<string, CorpusGroup>();
    let skipped = 0;
    for (const document of batch) {
      const candidate = candidateIn(document.text, after.domainId);
      if (candidate === undefined) {
        skipped++;
        continue;
      }
      const [old, now] = [await errorsOf(before, candidate), await errorsOf(after, candidate)];
      if ((old.length === 0) === (now.length === 0)) continue;
      addGroup(groups, groupOf(old.length === 0 ? "breaking" : "widening", [...old, ...now], document));
    }
    return { checked: batch.length - skipped, skipped, groups: [...groups.values()] };
  };
}

/** The group of a single document, by the first error of the version that refuses it. */
function groupOf(kind: CorpusGroup["kind"], errors: readonly Problem[], { name, line }: CorpusDocument): CorpusGroup {
  const first = errors.reduce((least, error) =>
    `${error.code} ${error.path}` < `${least.code} ${least.path}` ? error : least,
  );
  const path = first.path.replace(/\/\d+(?=\/|$)/g, "/*");
  return { kind, code: first.code, path, count: 1, first: [{ name, line, message: first.message() }] };
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
  return (await problemsOf(spec, candidate, UNKNOWN_REGISTRY)).filter(isError);
}

/** The candidate in a request or package, or the document itself; undefined if it is not of this domain. */
function candidateIn(text: string, domainId: string): unknown {
  const value = tryParse(text);
  if (!isObject(value)) return undefined;
  const found = proposalIn(value);
  return found.domainId === undefined || found.domainId === domainId ? found.candidate : undefined;
}

export function corpusText({ checked, skipped, groups }: CorpusCount, before: string, after: string): string {
  const sum = (kind: string) => sumOf(groups.filter((group) => group.kind === kind));
  const skippedText = skipped > 0 ? `, ${skipped} skipped (no JSON object of this domain)` : "";
  const lines = [
    `${counted(checked, "document")} checked${skippedText}: ${sum("breaking")} valid only in ${before}, ` +
      `${sum("widening")} valid only in ${after}`,
  ];
  for (const { kind, code, path, count, first } of groups.slice(0, MAX_SHOWN_GROUPS)) {
    lines.push(`${kind}: ${code} at ${path}: ${counted(count, "document")}`);
    for (const shown of first) lines.push(`  ${nameOf(shown)}: ${shown.message}`);
  }
  const rest = groups.slice(MAX_SHOWN_GROUPS);
  if (rest.length > 0)
    lines.push(`${counted(rest.length, "more cause")}, for ${counted(sumOf(rest), "document")}: see --json`);
  return `${lines.map(visible).join("\n")}\n`;
}

function sumOf(groups: readonly CorpusGroup[]): number {
  return groups.reduce((sum, group) => sum + group.count, 0);
}

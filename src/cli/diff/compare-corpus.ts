import { createReadStream } from "node:fs";
import { availableParallelism } from "node:os";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { inOrder, WorkerPool } from "../check/worker-pool.js";
import { isNdjson, type Source, sourcesOf } from "../inputs/open-inputs.js";
import type { Io } from "../io.js";
import { Progress } from "../report/progress.js";
import {
  addGroup,
  type CorpusCount,
  type CorpusGroup,
  type CorpusSettings,
  type CorpusTask,
  corpusChecker,
} from "./corpus-checker.js";

const CHUNK_BYTES = 1024 * 1024;
const FILES_PER_TASK = 64;

export interface ComparedCorpus extends Omit<CorpusCount, "lines"> {}

/** Counts the documents of a corpus whose verdict differs between two versions, by cause. Uses all cores. */
export async function compareCorpus(
  corpus: string,
  domain: string,
  before: CompiledSpec,
  after: CompiledSpec,
  io: Io,
): Promise<ComparedCorpus> {
  const { sources } = await sourcesOf(corpus, io);
  const progress = new Progress(
    io.stderr,
    sources.reduce((sum, { size }) => sum + size, 0),
  );
  const settings: CorpusSettings = {
    task: "corpus",
    domain,
    domainId: after.domainId,
    versions: [before.version, after.version],
  };
  const size = availableParallelism();
  const pool = io.worker === undefined ? undefined : new WorkerPool<CorpusTask, CorpusCount>(io.worker, size, settings);
  const run = pool === undefined ? corpusChecker(before, after) : (task: CorpusTask) => pool.run(task);
  const total = { checked: 0, skipped: 0, groups: new Map<string, CorpusGroup>() };
  const linesBefore = new Map<string, number>();
  try {
    for await (const { task, answer } of inOrder(tasksOf(sources), run, size * 2)) {
      const name = "files" in task ? "" : task.name;
      const offset = linesBefore.get(name) ?? 0;
      linesBefore.set(name, offset + answer.lines);
      total.checked += answer.checked;
      total.skipped += answer.skipped;
      for (const group of answer.groups) addGroup(total.groups, withFileLines(group, offset));
      progress.advance("files" in task ? 0 : task.bytes.length, answer.checked);
    }
  } finally {
    progress.clear();
    await pool?.close();
  }
  const groups = [...total.groups.values()].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
  return { checked: total.checked, skipped: total.skipped, groups };
}

/** A group of a task, with its lines counted from the start of the file. */
function withFileLines(group: CorpusGroup, offset: number): CorpusGroup {
  const first = group.first.map((found) =>
    found.line === undefined ? found : { ...found, line: found.line + offset },
  );
  return { ...group, first };
}

async function* tasksOf(sources: readonly Source[]): AsyncGenerator<CorpusTask> {
  const whole = sources.filter(({ name }) => !isNdjson(name));
  for (let at = 0; at < whole.length; at += FILES_PER_TASK)
    yield { files: whole.slice(at, at + FILES_PER_TASK).map(({ name, path }) => ({ name, path })) };
  for (const { name, path } of sources.filter((source) => isNdjson(source.name))) {
    for await (const bytes of wholeLines(createReadStream(path, { highWaterMark: CHUNK_BYTES }))) yield { name, bytes };
  }
}

/** The bytes of a file in chunks that end with a line feed. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(0x0a) + 1;
    if (end === 0) rest.push(chunk);
    else {
      yield Buffer.concat([...rest, chunk.subarray(0, end)]);
      rest = [chunk.subarray(end)];
    }
  }
  const last = Buffer.concat(rest);
  if (last.length > 0) yield Buffer.concat([last, Buffer.from("\n")]);
}

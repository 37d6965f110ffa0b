import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { mergeProcessCovs } from "@bcoe/v8-coverage";
import coverage from "istanbul-lib-coverage";
import toIstanbul from "v8-to-istanbul";

/**
 * How many lines of src/ ran, by room: in jest, which has counted its own, or in a process that a test started. Half
 * of the tests start one, so that either count alone says little.
 */
export async function coverageByRoom(jestFile, processFolder) {
  const map = coverage.createCoverageMap(JSON.parse(readFileSync(jestFile, "utf8")));
  const { result } = readProcesses(processFolder);
  for (const { url, functions } of result) {
    const script = toIstanbul(fileURLToPath(url));
    await script.load();
    script.applyCoverage(functions);
    map.merge(script.toIstanbul());
  }
  const rooms = new Map([["all", coverage.createCoverageSummary()]]);
  for (const file of map.files()) {
    const [folder, room] = relative(".", file).split("/");
    if (folder !== "src") continue;
    const summary = map.fileCoverageFor(file).toSummary();
    if (!rooms.has(room)) rooms.set(room, coverage.createCoverageSummary());
    for (const name of ["all", room]) rooms.get(name).merge(summary);
  }
  return new Map([...rooms].map(([name, summary]) => [name, summary.lines.pct]));
}

/** One file at a time: they are 6 MB each, and most of that is Node's own. */
function readProcesses(folder) {
  const ours = new URL("dist/", pathToFileURL(`${process.cwd()}/`)).href;
  let merged = { result: [] };
  for (const file of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    merged = mergeProcessCovs([merged, { result: result.filter(({ url }) => url.startsWith(ours)) }]);
  }
  return merged;
}

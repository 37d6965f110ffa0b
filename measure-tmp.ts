import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { applyPatch } from "rfc6902";
import { isDeepStrictEqual } from "node:util";
import * as library from "./src/index.js";
import { readRequest } from "./src/proposals/read-request.js";
import { resolve } from "./src/proposals/resolve.js";
import { RegistryIndex } from "./src/registry/registry-index.js";
import { AppError } from "./src/proposals/app-error.js";
import { CORPORA } from "./test/slips/corpora.js";
import { isRight, openCorpus } from "./test/slips/measure.js";
import { readCorpus } from "./test/slips/slip.js";

const dir = pathToFileURL("/work/tmp/slips/test/slips/");
const only = process.argv[2]?.split(",");
const filter = process.argv[3];
const totals = { n: 0, fixed: 0, reach: 0, wrong: 0, sure: 0, sureFixed: 0 };
for (const domain of CORPORA.filter((d) => !only || only.includes(d.folder))) {
  const corpus = await openCorpus(dir, domain, library);
  const t0 = process.cpuUsage().user;
  const results = [];
  for (const slip of corpus.cases) {
    if (filter && !`${slip.className}: ${slip.title}`.includes(filter)) continue;
    const outcome = await corpus.author.outcomeOf(slip);
    results.push({ slip, outcome });
    if (process.env.SHOW) console.log(JSON.stringify(await corpus.author.validate(slip.sent), null, 1).slice(0, 6000));
    if (!slip.reports && (await corpus.author.validate(slip.sent)).valid) console.log("  VALID AS SENT", slip.title);
    if (!(await corpus.author.validate(slip.meant)).valid) console.log("  MEANT INVALID", slip.title);
  }
  const all = results.filter(({ slip }) => slip.sure !== "never");
  const fixed = all.filter((r) => r.outcome === "fixed").length, reach = all.filter((r) => r.outcome === "fixed" || r.outcome === "offered").length;
  const wrong = results.filter((r) => r.outcome === "wrong").length;
  const s = all.filter((r) => r.slip.sure === true);
  console.log(`# ${domain.folder}: ${results.length}; fixed ${fixed}/${all.length} = ${(100*fixed/all.length).toFixed(1)}; of sure ${s.filter((r)=>r.outcome==="fixed").length}/${s.length}; reached ${(100*reach/all.length).toFixed(1)}; wrong ${wrong}; cpu ${((process.cpuUsage().user-t0)/1e6).toFixed(1)}`);
  for (const r of results.filter((r) => !isRight(r))) {
    const answer = await corpus.author.validate(r.slip.sent);
    const what = answer.diagnostics.filter((d) => d.severity === "error").slice(0, 2).map((d) => `${d.code} ${d.path.replace("/candidate", "")} [${(d.fixes ?? []).slice(0, 3).map((f) => `${(f as any).applicability.slice(0, 3)}: ${f.title.slice(0, 60)}`).join(" | ")}]`);
    console.log(`   (${r.slip.sure === true ? "sure" : r.slip.sure === false ? "offer" : "never"}) ${r.slip.className}: ${r.slip.title} -> ${r.outcome}; ${what.join("; ")}`);
  }
}
if (!only || only.includes("requests")) {
  const specs = await library.loadSpecs("/work/tmp/slips/rules");
  const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
  const target = { id: "sample-studio", url: "http://x", domains: ["generator-option"], registry };
  const deps: any = { specs, baseUrl: "http://x", targets: { list: () => [target], find: (id: string) => id === "sample-studio" ? target : undefined } };
  const tryIt = async (body: any) => { try { const r = await readRequest(JSON.parse(JSON.stringify(body)), deps); resolve(r, deps); return undefined; } catch (e) { if (e instanceof AppError) return e; throw e; } };
  const patched = (body: any, patch: any[]) => { const w = { d: JSON.parse(JSON.stringify(body)) }; const below = patch.map((o) => ({ ...o, path: `/d${o.path}`, ...("from" in o && { from: `/d${o.from}` }) })); const errs = applyPatch(w, below as any).filter((e) => e); if (errs.length) return undefined; return w.d; };
  const { cases } = readCorpus(new URL("requests/", dir));
  let f = 0, o = 0, w = 0;
  const eq = (a: any, b: any) => isDeepStrictEqual(JSON.parse(JSON.stringify(a ?? null)), b) || (a && typeof a === "object" && isDeepStrictEqual(Object.fromEntries(Object.entries(a).filter(([k, v]) => v !== null)), b)) || false;
  for (const c of cases) {
    if (filter && !c.title.includes(filter)) continue;
    const e = await tryIt(c.sent);
    let outcome = "kept";
    if (e === undefined) outcome = eq(c.sent, c.meant) ? "fixed" : "VALID";
    else {
      const r = (e.details as any).repair;
      const after = r && patched(c.sent, r.patch);
      if (after && eq(after, c.meant)) outcome = "fixed";
      else if (after && (await tryIt(after)) === undefined) outcome = "wrong";
      else {
        const starts = [...(after ? [after] : []), ...(e.details.errors ?? []).flatMap((x) => x.fixes ?? []).map((x) => patched(c.sent, x.patch as any))];
        for (let start of starts) {
          for (let round = 0; round < 6; round++) {
            if (start === undefined) break;
            if (eq(start, c.meant)) { outcome = "offered"; break; }
            const again = await tryIt(start);
            if (!again) break;
            const p = (again.details as any).repair?.patch ?? again.details.errors?.flatMap((x) => x.fixes ?? [])[0]?.patch;
            if (!p) break;
            start = patched(start, p);
          }
          if (outcome === "offered") break;
        }
      }
    }
    if (c.sure !== "never") { if (outcome === "fixed") f++, o++; else if (outcome === "offered") o++; }
    if (outcome === "wrong") w++;
    if (c.sure === "never" ? !["kept", "offered"].includes(outcome) : outcome !== (c.sure ? "fixed" : "offered"))
      console.log(`   (${c.sure}) envelope: ${c.title} -> ${outcome}; ${e?.detail.slice(0, 150)} | ${(e?.details.errors ?? []).flatMap((x) => x.fixes ?? []).map((x) => x.applicability.slice(0, 3) + x.title).join(" | ")}`);
  }
  const n = cases.filter((c) => c.sure !== "never").length;
  console.log(`# requests: ${cases.length}; fixed ${f}/${n}; reached ${o}/${n}; wrong ${w}`);
}

import { isDeepStrictEqual } from "node:util";
import { applyPatch, type Operation } from "rfc6902";
import * as library from "../../src/index.js";
import { AppError } from "../../src/proposals/app-error.js";
import type { Dependencies } from "../../src/proposals/dependencies.js";
import { readRequest } from "../../src/proposals/read-request.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { someOf, times } from "../support/runs.js";
import { changed } from "./change.js";
import { combine } from "./combine.js";
import { CORPORA } from "./corpora.js";
import { copy, type Json, type JsonObject } from "./json.js";
import { openCorpus } from "./measure.js";
import { type Case, readCorpus } from "./slip.js";

const slips = new URL("./", import.meta.url);
const EVERY = times(1) > 1 ? 1 : 3;
/** Slips of the envelope that say nothing about the candidate of their own base. */
const ofEnvelope = readCorpus(new URL("requests/", slips)).cases.filter(
  ({ sure, sent: _, meant: __, ...slip }) => sure === true && !/rider|bike/i.test(JSON.stringify(slip)),
);

let dependencies: Dependencies;
let corpus: Awaited<ReturnType<typeof openCorpus>>;
let ofCandidate: Case[];
beforeAll(async () => {
  const specs = compiledSpecs("rules");
  const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
  const target = { id: "sample-studio", url: "http://localhost", domains: ["generator-option"], registry };
  const targets = { list: () => [target], find: (id: string) => (id === target.id ? target : undefined) };
  dependencies = { specs, baseUrl: "http://localhost", targets };
  const source = CORPORA.find(({ folder }) => folder === "cheese-counter") as (typeof CORPORA)[number];
  corpus = await openCorpus(slips, source, { ...library, loadSpecs: async () => compiledSpecs("rules") } as never);
  const results = await corpus.alone(EVERY);
  ofCandidate = results
    .filter(({ slip, outcome }) => slip.sure === true && outcome === "fixed")
    .map(({ slip }) => slip);
});

const sizes: [number, number][] = [
  [2, 0.97],
  [3, 0.95],
  [5, 0.92],
];
test.each(someOf(sizes, sizes.length))(
  "one repair fixes %i slips of the envelope and the candidate together",
  async (size, least) => {
    const all = combine(ofCandidate, { base: corpus.base, size: size - 1, count: times(40) });
    let right = 0;
    const wrong: string[] = [];
    for (const [at, combination] of all.entries()) {
      const slip = ofEnvelope[(at * 7) % ofEnvelope.length] as Case;
      const request = { targetProduct: "sample-studio", domainId: "generator-option" };
      const sent = changed({ ...request, candidate: combination.sent }, [slip]);
      const meant = changed({ ...request, candidate: combination.meant }, [slip.fixed ?? {}]) as JsonObject;
      const { repair } = await ask(sent);
      const repaired = patched(sent, repair?.patch ?? []);
      if (await isSame(repaired, meant)) right++;
      else if ((await ask(repaired)).valid) wrong.push(`${slip.title} | ${combination.titles.join(" | ")}`);
    }
    expect(wrong).toEqual([]);
    expect(right / all.length).toBeGreaterThanOrEqual(least);
  },
);

interface Answer {
  readonly valid: boolean;
  readonly repair?: { readonly patch: readonly object[] } | undefined;
}

async function ask(body: Json): Promise<Answer> {
  try {
    return await validateProposal(await readRequest(copy(body), dependencies), dependencies);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { valid: false, repair: error.details.repair };
  }
}

async function isSame(body: Json, { candidate: meant, ...others }: JsonObject): Promise<boolean> {
  const { candidate, ...rest } = body as JsonObject;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
  return isDeepStrictEqual(given, others) && corpus.author.isSame(candidate as Json, meant as Json);
}

/** The root of a document cannot be replaced in place. */
function patched(body: Json, patch: readonly object[]): Json {
  const whole = { body: copy(body) };
  const below = patch.map((one) => {
    const { path, from } = one as { path: string; from?: string };
    return { ...one, path: `/body${path}`, ...(from !== undefined && { from: `/body${from}` }) };
  });
  expect(applyPatch(whole, below as Operation[])).toEqual(patch.map(() => null));
  return whole.body;
}

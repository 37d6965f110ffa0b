import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import * as library from "../../src/index.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { fewestExpected, repetitions, someOf } from "../support/runs.js";
import { CORPORA, type Source } from "./corpora.js";
import { type CombinationResult, isRight, type Library, openCorpus } from "./measure.js";

type Gaps = Record<string, Record<string, Record<string, string>>>;

const slips = new URL("./", import.meta.url);
/**
 * What a reviewer would do and a repair does not, or not yet. Whoever closes a gap removes it here.
 */
const KNOWN_GAPS: Gaps = JSON.parse(readFileSync(new URL("known-gaps.json", slips), "utf8"));
/** One of so many slips is tried: all of them take a minute. */
const EVERY = 12;

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addSchema(JSON.parse(readFileSync("docs/openapi.json", "utf8")), "openapi.json");
const isResult = ajv.compile({ $ref: "openapi.json#/components/schemas/ValidationResult" });

const LIBRARY: Library = {
  ...library,
  loadSpecs: async (rules = []) => compiledSpecs(...[rules].flat()),
};

/** Each corpus with what becomes of its slips, found once. */
const opened = new Map<Source, ReturnType<typeof open>>();

async function open(source: Source) {
  const corpus = await openCorpus(slips, source, LIBRARY);
  return { corpus, results: await corpus.alone(someOf(corpus.cases, EVERY)) };
}

function known(source: Source) {
  const promise = opened.get(source) ?? open(source);
  opened.set(source, promise);
  return promise;
}

describe.each(CORPORA)("$folder", (source) => {
  const { folder } = source;

  test("the base has no diagnostics, every slip has some as they are described, and every fix is valid", async () => {
    const { corpus, results } = await known(source);
    expect((await corpus.author.validate(corpus.base)).diagnostics).toEqual([]);
    const titles = corpus.cases.map(({ className, title }) => `${className}: ${title}`);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    expect(titles.length).toBeGreaterThanOrEqual(60);
    for (const { slip: one, answer } of results) {
      const { className, title, meant, reports } = one;
      const slip = `${className}: ${title}`;
      expect([slip, answer.valid]).toEqual([slip, reports !== undefined]);
      expect([slip, isResult(answer), isResult.errors]).toEqual([slip, true, null]);
      expect([slip, await corpus.author.isValid(meant)]).toEqual([slip, true]);
    }
  });

  test("a repair fixes what is sure, the fixes offer what is not, and the rest is left alone", async () => {
    const { results } = await known(source);
    const gaps = results
      .filter((one) => !isRight(one))
      .map(({ slip: { className, title }, outcome }) => `${className}: ${title}: ${outcome}`);
    const isTried = (className: string, title: string) =>
      results.some(({ slip }) => slip.className === className && slip.title === title);
    const expected = Object.entries(KNOWN_GAPS[folder] ?? {}).flatMap(([className, titles]) =>
      Object.entries(titles)
        .filter(([title]) => isTried(className, title))
        .map(([title, outcome]) => `${className}: ${title}: ${outcome}`),
    );
    // The file groups its rows by class; the corpus may have several groups of one class.
    expect(gaps.toSorted()).toEqual(expected.toSorted());
  });
});

/** The share of all combinations that is fixed at least, by how many slips they have. */
const LEAST: Readonly<Record<number, number>> = { 2: 0.98, 3: 0.97, 5: 0.95 };
test.each(someOf([2, 3, 5], 3))(
  "one repair fixes %i slips together as it fixes each alone",
  async (size) => {
    const all: CombinationResult[] = [];
    for (const source of CORPORA) {
      const { corpus, results } = await known(source);
      const fixed = results.filter(
        ({ slip, outcome }) => slip.sure === true && outcome === "fixed",
      );
      const slipsOf = fixed.map(({ slip }) => slip);
      all.push(...(await corpus.together(slipsOf, size, repetitions(4))));
    }
    // Few slips of one corpus may have fewer combinations.
    expect(all.length).toBeGreaterThanOrEqual(repetitions(2) * CORPORA.length);
    expect(all.filter(({ outcome }) => outcome === "wrong")).toEqual([]);
    const right = all.filter(({ outcome }) => outcome === "fixed");
    expect(right.length).toBeGreaterThanOrEqual(fewestExpected(all.length, LEAST[size] as number));
  },
);

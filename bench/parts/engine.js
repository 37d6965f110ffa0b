import { importSources } from "../../scripts/import-sources.js";
import { bodyOf, ofSize, tenErrors, typical } from "../candidates/typical.js";
import { describeRecipe, findWorst } from "../candidates/worst.js";
import * as ajv from "../engines/ajv.js";
import * as assay from "../engines/assay.js";
import * as jsonRulesEngine from "../engines/json-rules-engine.js";
import * as spectral from "../engines/spectral.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { measureMicros, median, ratioOf } from "../measure.js";
import { atMost } from "../report.js";

const REGISTRY = new Set(REGISTRY_IDS);
/** `check` takes a candidate and its JSON, and returns whether it is valid. */
const ENGINES = [ajv, assay, jsonRulesEngine, spectral].map(({ name, create }) => ({
  name,
  check: create(REGISTRY),
}));
const PARSE = "JSON.parse";
/**
 * The groups are measured one after the other, each beside `JSON.parse`. The first warms up longer,
 * because V8 takes thousands of runs to compile the repair of ten errors.
 */
const GROUPS = [
  { names: [PARSE, ajv.name, assay.name], rounds: 15, warmUpMicros: 16_000_000 },
  { names: [PARSE, jsonRulesEngine.name, spectral.name], rounds: 15, warmUpMicros: 4_000_000 },
];

/** The engine in process, compared with its alternatives. */
export async function engine({ quick, log }) {
  const [typicalCase, large, faulty] = [
    { title: "typical valid candidate", candidate: typical() },
    { title: "60 KiB, valid", candidate: ofSize(60 * 1024) },
    { title: "ten mixed errors", candidate: tenErrors() },
  ].map((one) => ({ ...one, body: bodyOf(one.candidate), measured: new Map() }));
  const cases = [typicalCase, large, faulty];
  for (const { names, ...limits } of GROUPS) {
    for (const one of cases) {
      const timings = await measureMicros(contendersFor(one, names), { quick, ...limits });
      for (const name of names)
        one.measured.set(name, {
          ratio: ratioOf(timings, name, PARSE),
          micros: median(timings.get(name)),
        });
      log(
        `${one.title}: ${names.map((name) => `${name} ${one.measured.get(name).ratio.toFixed(1)}×`).join(", ")}`,
      );
    }
  }
  const { tried, worst: found } = await findWorst({ seconds: quick ? 4 : 20, log });
  const [worst] = found;
  // Last, because the many forms of these candidates would slow down the code for the cases above.
  const { candidates, valid } = await checkAgreement(quick ? 40 : 4);
  const ratio = ({ measured }, name = assay.name) => measured.get(name).ratio;
  return {
    title: "The engine, in process",
    notes: [
      `CPU time of one verdict as a multiple of \`JSON.parse\` of the same request body. All ${ENGINES.length} engines give the same verdicts on ${candidates} candidates (${valid} valid; slips of \`test/slips/\` and what was meant), which is checked after the measurement. assay gives the whole answer (every diagnostic, its fixes, the repair), the others valid or not. AJV with hand-written code and assay are measured first and the libraries after them, both beside \`JSON.parse\`: what Spectral leaves to collect would be collected in anyone's time.`,
      `Worst found of ${tried} tried, ${worst.bytes} bytes: ${describeRecipe(worst.recipe)}.`,
    ],
    targets: [
      atMost("typical valid candidate as a value, × parse", 1.3, ratio(typicalCase)),
      atMost("60 KiB valid candidate as a value, × parse", 0.85, ratio(large)),
      atMost("ten mixed errors with their repair, × parse", 70, ratio(faulty)),
      atMost("worst 64 KiB body found, whole call, ms", 60, worst.millis),
    ],
    tables: [sideBySide(cases)],
  };
}

function contendersFor({ candidate, body }, names) {
  const text = JSON.stringify(candidate);
  // Parsed for every run, as every request is, but outside the measured time.
  const inputs = (count) => Array.from({ length: count }, () => JSON.parse(text));
  return [
    {
      name: PARSE,
      work: (input) => JSON.parse(input),
      inputs: (count) => new Array(count).fill(body),
    },
    ...ENGINES.map(({ name, check }) => ({ name, work: (input) => check(input, text), inputs })),
  ].filter(({ name }) => names.includes(name));
}

/**
 * Only engines with the same verdicts can be compared. Throws at the first candidate on which two
 * differ: the slips of authors, and what they meant. Looks at one in `every` slips.
 */
async function checkAgreement(every) {
  const { CORPORA, readCorpus } = await importSources(
    "test/slips/corpora.ts",
    "test/slips/slip.ts",
  );
  const candidates = CORPORA.filter(({ domainId }) => domainId === "generator-option")
    .flatMap(
      ({ folder }) => readCorpus(new URL(`../../test/slips/${folder}/`, import.meta.url)).cases,
    )
    .filter((_, at) => at % every === 0)
    .flatMap(({ sent, meant }) => [sent, meant]);
  let valid = 0;
  for (const candidate of candidates) {
    const text = JSON.stringify(candidate);
    const verdicts = await Promise.all(ENGINES.map(({ check }) => check(JSON.parse(text), text)));
    if (new Set(verdicts).size > 1) {
      const byEngine = ENGINES.map(({ name }, at) => `${name}: ${verdicts[at]}`).join(", ");
      throw new Error(`the engines disagree (${byEngine}) on ${text}`);
    }
    if (verdicts[0]) valid++;
  }
  return { candidates: candidates.length, valid };
}

function sideBySide(cases) {
  return {
    title: "Side by side",
    head: [
      "",
      ...cases.map(({ title, body }) => `${title} (${(body.length / 1024).toFixed(1)} KiB)`),
    ],
    rows: [PARSE, ...ENGINES.map(({ name }) => name)].map((name) => [
      name,
      ...cases.map(({ measured }) => {
        const { ratio, micros } = measured.get(name);
        return `${ratio.toFixed(2)}× (${micros.toFixed(micros < 100 ? 1 : 0)} µs)`;
      }),
    ]),
  };
}

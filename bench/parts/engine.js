import { checkAgreement } from "../agreement.js";
import { bodyOf, ofSize, tenErrors, typical } from "../candidates/typical.js";
import { describeRecipe, huntWorst } from "../candidates/worst.js";
import { evaluate, isPlainJson, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { ENGINES } from "../engines/index.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { inRounds, median, ratioOf } from "../measure.js";
import { atMost } from "../report.js";

const QUICK = { rounds: 5, sliceMicros: 4_000, warmUp: { micros: 100_000, runs: 8_000 } };
const FULL = { rounds: 15, sliceMicros: 15_000, warmUp: { micros: 4_000_000, runs: 8_000 } };
/** The proofs of ten errors are compiled whole after some 8,000 runs, which take longer than four seconds. */
const LONG_WARM_UP = { ...FULL, warmUp: { micros: 16_000_000, runs: 8_000 } };
const PARSE = "JSON.parse";
/** As over REST, where the bytes of the body show that its strings are portable. */
const FROM_BYTES = "assay, from a body";
/** Contenders without a rules library. */
const PLAIN = ["AJV + hand code", "assay"];

/** The engine in process, compared with its alternatives. */
export async function engine({ quick, log }) {
  const { candidates, valid, engines } = await checkAgreement(quick ? 40 : 4);
  log(`${engines} engines agree on ${candidates} candidates, ${valid} of them valid`);
  const cases = {
    typical: { title: "typical valid candidate", candidate: typical() },
    large: { title: "60 KiB, valid", candidate: ofSize(60 * 1024) },
    faulty: { title: "ten mixed errors", candidate: tenErrors() },
  };
  const contenders = await contendersFor(new Set(REGISTRY_IDS));
  for (const each of Object.values(cases)) {
    each.body = bodyOf(each.candidate);
    each.groups = contenders(each);
    each.measured = new Map();
  }
  for (const group of ["plain", "libraries"]) {
    for (const { title, groups, measured } of Object.values(cases)) {
      const full = group === "plain" ? LONG_WARM_UP : FULL;
      const timings = await inRounds(groups[group], quick ? QUICK : full);
      for (const { name } of groups[group])
        measured.set(name, { ratio: ratioOf(timings, name, PARSE), micros: median(timings.get(name)) });
      const ratios = groups[group].map(({ name }) => `${name} ${measured.get(name).ratio.toFixed(1)}×`);
      log(`${title}: ${ratios.join(", ")}`);
    }
  }
  const {
    tried,
    worst: [worst],
  } = await huntWorst({ seconds: quick ? 4 : 20, log });
  const ratio = ({ measured }, name = "assay") => measured.get(name).ratio;
  return {
    title: "The engine, in process",
    notes: [
      `CPU time of one verdict as a multiple of \`JSON.parse\` of the same request body. All ${engines} engines gave the same verdicts on ${candidates} candidates (${valid} valid; slips of \`test/slips/\` and what was meant) beforehand. assay gives the whole answer (every diagnostic, proven fixes, the repair), the others valid or not. AJV with hand-written code and assay are measured first and the libraries after them, both beside \`JSON.parse\`: what Spectral leaves to collect would be collected in anyone's time.`,
      `Worst found of ${tried} tried, ${worst.bytes} bytes: ${describeRecipe(worst.recipe)}; strict parsing, evaluation and writing the answer together ${worst.requestMillis.toFixed(0)} ms.`,
    ],
    targets: [
      atMost("typical valid body, × parse", 1, ratio(cases.typical, FROM_BYTES)),
      atMost("typical valid candidate as a value, × parse", 1.3, ratio(cases.typical)),
      atMost("60 KiB valid body, × parse", 0.5, ratio(cases.large, FROM_BYTES)),
      atMost("60 KiB valid candidate as a value, × parse", 0.85, ratio(cases.large)),
      atMost("ten mixed errors with proven fixes, × parse", 45, ratio(cases.faulty)),
      atMost("worst 64 KiB candidate found, ms", 50, worst.millis),
    ],
    tables: [sideBySide(cases)],
  };
}

async function contendersFor(registry) {
  const spec = await loadV1();
  const index = RegistryIndex.of([...registry]);
  const engines = [];
  for (const { name, create } of ENGINES) engines.push({ name, check: await create(registry) });
  return ({ candidate, body }) => {
    const text = JSON.stringify(candidate);
    // Parsed for every run, as every request is, but outside the measured time.
    const parsed = (count) => Array.from({ length: count }, () => JSON.parse(text));
    const parsing = { name: PARSE, work: (input) => JSON.parse(input), inputs: (count) => new Array(count).fill(body) };
    const bytes = Buffer.from(body);
    const fromBytes = (input) => evaluate(spec, input, index, { isPortable: isPlainJson(bytes) });
    const checking = engines.map(({ name, check }) => ({ name, work: (input) => check(input, text), inputs: parsed }));
    const isPlain = ({ name }) => PLAIN.includes(name);
    return {
      plain: [parsing, ...checking.filter(isPlain), { name: FROM_BYTES, work: fromBytes, inputs: parsed }],
      libraries: [parsing, ...checking.filter((one) => !isPlain(one))],
    };
  };
}

function sideBySide(cases) {
  const columns = Object.values(cases);
  return {
    title: "Side by side",
    head: ["", ...columns.map(({ title, body }) => `${title} (${(body.length / 1024).toFixed(1)} KiB)`)],
    rows: [PARSE, ...ENGINES.map(({ name }) => name), FROM_BYTES].map((name) => [
      name,
      ...columns.map(({ measured }) => {
        const { ratio, micros } = measured.get(name);
        return `${ratio.toFixed(2)}× (${micros.toFixed(micros < 100 ? 1 : 0)} µs)`;
      }),
    ]),
  };
}

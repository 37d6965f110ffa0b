import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import * as library from "../../dist/index.js";
import { importSources } from "../../scripts/import-sources.js";
import { requestOf } from "../candidates/typical.js";
import { median } from "../measure.js";
import { atLeast, atMost } from "../report.js";
import { KEY } from "../servers/constant.js";
import { startAssay } from "../servers/start-assay.js";

const FOLDER = new URL("../../test/slips/", import.meta.url);
/** How many slips are combined, and the percentage of combinations that one repair must make valid. */
const TOGETHER = [
  [2, 98],
  [3, 97],
  [5, 95],
];

/** Measures how far one answer brings an author, and how many tokens a model reads for it. */
export async function repair({ quick, log }) {
  const { openCorpus, CORPORA } = await importSources(
    "test/slips/measure.ts",
    "test/slips/corpora.ts",
  );
  const [results, together] = [[], new Map(TOGETHER.map(([size]) => [size, []]))];
  for (const source of CORPORA) {
    const corpus = await openCorpus(FOLDER, source, library);
    const cases = corpus.cases.filter((_, at) => !quick || at % 4 === 0);
    const own = (await corpus.alone(cases)).map((result) => ({ ...result, ...source }));
    log(`${source.folder}: ${own.length} slips`);
    results.push(...own);
    const fixed = own
      .filter(({ slip, outcome }) => slip.sure === true && outcome === "fixed")
      .map(({ slip }) => slip);
    for (const [size, found] of together) {
      found.push(...(await corpus.together(fixed, size, quick ? 50 : 300)));
      log(`${source.folder}: ${size} slips together`);
    }
  }
  const tokens = await countAnswers(
    results.filter(({ domainId }) => domainId === "generator-option").map(({ slip }) => slip.sent),
  );
  return describe(results, together, tokens);
}

/** Counts the tokens that a model reads of the service over MCP. */
async function countAnswers(candidates) {
  const { ask, legacy } = await importSources("test/support/mcp.ts");
  const server = await startAssay();
  const key = { Authorization: `Bearer ${KEY}` };
  const call = async (method, params) =>
    (await ask(server.url, legacy(method, params, key))).rpc.result;
  const read = async (candidate) => {
    const { content, structuredContent } = await call("tools/call", {
      name: "validateProposal",
      arguments: requestOf(candidate),
    });
    return { valid: structuredContent.valid, tokens: countTokens(content[0].text) };
  };
  try {
    const answers = [];
    for (const candidate of candidates) answers.push(await read(candidate));
    const invalid = answers.filter(({ valid }) => !valid).map((answer) => answer.tokens);
    return {
      answers: invalid.length,
      median: median(invalid),
      p90: invalid.toSorted((a, b) => a - b)[Math.floor(invalid.length * 0.9)],
      records: Math.max(
        ...(await Promise.all(TWO_ERRORS.map((spoil) => read(sixtyRecords(spoil))))).map(
          ({ tokens }) => tokens,
        ),
      ),
      tools: countTokens(JSON.stringify(await call("tools/list", {}))),
    };
  } finally {
    await server.stop();
  }
}

/** Each puts two errors into a record. */
const TWO_ERRORS = [
  (at) => ({
    pages: String(100 + at),
    borrowedOn: `2026/03/${String(1 + (at % 28)).padStart(2, "0")}`,
  }),
  (at) => ({ [`x${at}`]: at, [`y${at}`]: "y" }),
  (at) => ({ pages: "many", [`x${at}`]: at }),
  (at) => ({ pages: "many", borrowedOn: at < 9 ? `2026/03/1${at}` : "soon" }),
];

/** A candidate of 60 records with two errors each. */
function sixtyRecords(spoil) {
  const base = JSON.parse(readFileSync(new URL("library-loans/base.json", FOLDER), "utf8"));
  const [record] = base.sampleRecords;
  return {
    ...base,
    sampleRecords: Array.from({ length: 60 }, (_, at) => ({ ...record, ...spoil(at) })),
  };
}

function describe(results, together, tokens) {
  const fixable = results.filter(({ slip }) => slip.sure !== "never");
  const combined = [...together.values()].flat();
  const wrong = [...results, ...combined].filter(({ outcome }) => outcome === "wrong").length;
  const valid = (found) => share(found, ({ outcome }) => outcome !== "invalid");
  const fixed = ({ outcome }) => outcome === "fixed";
  const reached = ({ outcome }) => outcome === "fixed" || outcome === "offered";
  return {
    title: "Slips and their repair",
    notes: [
      `${results.length} slips of authors (\`test/slips/\`), each with the fix that a reviewer would make; ${fixable.length} have one. Combinations are of slips that are each fixed alone, at different places. Tokens are those of o200k, in the text that MCP answers with: ${tokens.answers} invalid answers of the same slips.`,
    ],
    targets: [
      ...TOGETHER.map(([size, least]) =>
        atLeast(`${size} slips, valid after one repair, %`, least, valid(together.get(size))),
      ),
      // A fix that would lose a word, or might mean another one, is offered and not applied. Slips that
      // no real report shows are left to their authors, so some of those written for tests are.
      atLeast("slips that a repair fixes as a reviewer would, %", 66, share(fixable, fixed)),
      atLeast("slips whose right fix is among the fixes, %", 92, share(fixable, reached)),
      atMost("valid after a repair, but not what was meant", 0, wrong),
      atMost("tokens of an invalid answer, median", 120, tokens.median),
      atMost("tokens of an invalid answer, 90th percentile", 300, tokens.p90),
      atMost("tokens for 60 records with two errors each", 600, tokens.records),
      atMost("tokens of the whole list of tools", 1_700, tokens.tools),
    ],
    tables: [
      {
        title: "After one repair",
        head: ["slips", "combinations", "valid", "as meant", "valid, but not as meant"],
        rows: [...together].map(([size, found]) => [
          `${size} together`,
          found.length,
          `${valid(found).toFixed(1)} %`,
          `${share(found, fixed).toFixed(1)} %`,
          found.filter(({ outcome }) => outcome === "wrong").length,
        ]),
      },
    ],
  };
}

function share(all, test) {
  return (all.filter(test).length / all.length) * 100;
}

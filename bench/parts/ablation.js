import { importSources } from "../../scripts/import-sources.js";

const FOLDER = new URL("../../test/slips/", import.meta.url);
/** One in so many slips of authors is sent. */
const STEP = { full: 1, quick: 6 };

/**
 * Measures what each reading of a value and each rule of keys contributes alone: the slips that are
 * no longer treated as meant if nothing but that row is switched off. Only rows that yield something
 * for a slip are tried on it.
 */
export async function ablation({ quick, log }) {
  const sources = await importSources(
    "src/index.ts",
    "src/engine/fixers/read-value.ts",
    "src/engine/fixers/keys.ts",
    "test/slips/measure.ts",
    "test/slips/corpora.ts",
    "test/slips/real/read-real.ts",
  );
  const rows = [
    ...sources.READINGS.map((row) => watch(row, "reading", "read")),
    ...sources.KEY_MATCHES.map((row) => watch(row, "name of a key", "find")),
    ...sources.RULES_OF_MISSING.map((row) => watch(row, "missing property", "fixes")),
    ...sources.RULES_OF_UNKNOWN.map((row) => watch(row, "unknown property", "fixes")),
  ];
  const slips = [
    ...realSlips(sources),
    ...(await ownSlips(sources, quick ? STEP.quick : STEP.full)),
  ];
  for (const { corpus, ask } of slips) {
    for (const row of rows) row.isUsed = false;
    const before = await ask();
    const used = rows.filter(({ isUsed }) => isUsed);
    for (const row of used) {
      row.isOff = true;
      const after = await ask();
      row.isOff = false;
      if (before.isRight && !after.isRight) row.decided[corpus]++;
      if (!before.isWrong && after.isWrong) row.prevented++;
    }
  }
  log(`${slips.length} slips, ${rows.length} rows`);
  return describe(rows, slips.length);
}

/** Wraps a row of a table, to note whether it yields something and to switch it off. */
function watch(row, table, method) {
  const read = row[method];
  const lines = String(read).split("\n").length;
  const watched = {
    name: row.name,
    table,
    lines,
    decided: { real: 0, authors: 0 },
    prevented: 0,
    isUsed: false,
    isOff: false,
  };
  row[method] = (...given) => {
    const found = watched.isOff ? [] : [...read.apply(row, given)];
    watched.isUsed ||= found.length > 0;
    return found;
  };
  return watched;
}

function realSlips({ readRealSlips, outcomeOfReal, ...library }) {
  const asks = readRealSlips(new URL("real/", FOLDER)).map((slip) => async () => {
    const outcome = await outcomeOfReal(slip, library);
    return {
      isRight: slip.certain && outcome === "as meant",
      isWrong: outcome === "wrong" || outcome === "invented",
    };
  });
  return asks.map((ask) => ({ corpus: "real", ask }));
}

async function ownSlips({ openCorpus, CORPORA, isRight, ...library }, step) {
  const slips = [];
  for (const source of CORPORA) {
    const corpus = await openCorpus(FOLDER, source, library);
    for (const slip of corpus.cases.filter((_, at) => at % step === 0))
      slips.push({
        corpus: "authors",
        ask: async () => {
          const [result] = await corpus.alone([slip], corpus.newAuthor());
          return { isRight: isRight(result), isWrong: result.outcome === "wrong" };
        },
      });
  }
  return slips;
}

function describe(rows, count) {
  const order = (row) => row.decided.real * 1000 + row.prevented * 100 + row.decided.authors;
  return {
    title: "What each reading decides alone",
    notes: [
      `${count} slips, real ones and those of authors. A row stays if it decides a real one, prevents a wrong repair, or decides six slips of authors for each 50 of its lines.`,
    ],
    targets: [],
    tables: [
      {
        title: "Rows",
        head: ["table", "row", "lines", "real", "authors", "wrong without it"],
        rows: rows
          .toSorted((one, other) => order(other) - order(one))
          .map((row) => [
            row.table,
            row.name,
            row.lines,
            row.decided.real,
            row.decided.authors,
            row.prevented,
          ]),
      },
    ],
  };
}

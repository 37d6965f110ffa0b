import { importSources } from "../scripts/import-sources.js";
import { ENGINES } from "./engines/index.js";
import { REGISTRY_IDS } from "./engines/v1.js";

/**
 * Only engines with the same verdicts can be compared: throws at the first slip of an author, or candidate that was
 * meant, on which two differ. Every n-th slip is looked at.
 */
export async function checkAgreement(every) {
  const { CORPORA, readCorpus } = await importSources("test/slips/corpora.ts", "test/slips/slip.ts");
  const candidates = CORPORA.filter(({ domainId }) => domainId === "generator-option")
    .flatMap(({ folder }) => readCorpus(new URL(`../test/slips/${folder}/`, import.meta.url)).cases)
    .filter((_, at) => at % every === 0)
    .flatMap(({ sent, meant }) => [sent, meant]);
  const registry = new Set(REGISTRY_IDS);
  const engines = await Promise.all(ENGINES.map(async ({ name, create }) => ({ name, check: await create(registry) })));
  let valid = 0;
  for (const candidate of candidates) {
    const text = JSON.stringify(candidate);
    const verdicts = [];
    for (const { check } of engines) verdicts.push(await check(JSON.parse(text), text));
    if (new Set(verdicts).size > 1) {
      const byEngine = engines.map(({ name }, at) => `${name}: ${verdicts[at]}`).join(", ");
      throw new Error(`the engines disagree (${byEngine}) on ${text}`);
    }
    if (verdicts[0]) valid++;
  }
  return { candidates: candidates.length, valid, engines: engines.length };
}

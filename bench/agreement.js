import { mixedCandidates } from "./candidates/mixed.js";
import { ENGINES } from "./engines/index.js";
import { REGISTRY_IDS } from "./engines/v1.js";

/** Only engines with the same verdicts can be compared: throws at the first candidate on which two differ. */
export async function checkAgreement(rounds) {
  const registry = new Set(REGISTRY_IDS);
  const engines = await Promise.all(ENGINES.map(async ({ name, create }) => ({ name, check: await create(registry) })));
  const candidates = mixedCandidates(REGISTRY_IDS[0], rounds);
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

import { mixedCandidates } from "./candidates/mixed.js";
import { ENGINES } from "./engines/index.js";
import { REGISTRY_IDS } from "./engines/v1.js";

/** Engines that do not judge alike are not worth comparing: throws at the first candidate on which two differ. */
export async function checkAgreement(rounds) {
  const registry = new Set(REGISTRY_IDS);
  const judges = await Promise.all(ENGINES.map(async ({ name, create }) => ({ name, judge: await create(registry) })));
  const candidates = mixedCandidates(REGISTRY_IDS[0], rounds);
  let valid = 0;
  for (const candidate of candidates) {
    const text = JSON.stringify(candidate);
    const verdicts = [];
    for (const { judge } of judges) verdicts.push(await judge(JSON.parse(text), text));
    if (new Set(verdicts).size > 1) {
      const said = judges.map(({ name }, at) => `${name}: ${verdicts[at]}`).join(", ");
      throw new Error(`the engines disagree (${said}) on ${text}`);
    }
    if (verdicts[0]) valid++;
  }
  return { candidates: candidates.length, valid, engines: judges.length };
}

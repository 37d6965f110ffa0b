import { assayHere } from "./cli/run-assay.js";
import { RulesFolder } from "./specs/rules-folder.js";
import { startService } from "./support/service.js";

test("the service prints a development key and a first call that works, whatever other domains exist", async () => {
  const rules = new RulesFolder();
  // First by name, a draft, and without a target product.
  expect((await assayHere(["rules", "new", "colour-palette", "v1", "--rules", rules.dir])).code).toBe(0);
  const service = await startService({ RULES_DIR: rules.dir });
  const [, url = "", key, body = ""] =
    /^curl -s (\S+) -H 'Authorization: Bearer (\S+)' .* -d '(.*)'$/m.exec(service.output()) ?? [];
  expect(key).toBe(service.key);
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  // The printed host name need not resolve on this machine.
  const answer = await fetch(url.replace("localhost", "127.0.0.1"), { method: "POST", headers, body });
  expect(await answer.json()).toMatchObject({ valid: false, repair: { remaining: 0 } });
  await service.stop();
  rules.remove();
});

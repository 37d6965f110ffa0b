import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { RulesFolder } from "../specs/rules-folder.js";
import { addSecondVersion } from "../specs/second-version.js";
import { type RunningService, startService } from "../support/service.js";

export interface RunningSite extends RunningService {
  close(): Promise<void>;
}

/** A service with two domains, a draft, and registries in which no id is taken but one. */
export async function startSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const rules = new RulesFolder();
  addSecondVersion(rules);
  rules.patch("generator-option/v2/spec.json", [{ op: "replace", path: "/status", value: "draft" }]);
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const targets = [
    { id: "sample-studio", url: "http://studio.test", domains: ["generator-option"], registry: { file: "taken.json" } },
    { id: "second-studio", url: "http://second.test", domains: ["generator-option"], registry: { file: "taken.json" } },
    { id: "sample-warehouse", url: "http://store.test", domains: ["data-contract"], registry: { file: "taken.json" } },
  ];
  writeFileSync(join(folder, "targets.json"), JSON.stringify({ targets }));
  writeFileSync(join(folder, "taken.json"), JSON.stringify({ generators: [{ id: "taken-already" }] }));
  const service = await startService({
    RULES_DIR: `${rules.dir}:${resolve("examples/rules")}`,
    TARGETS_FILE: join(folder, "targets.json"),
    RATE_LIMIT_CALLS: "100000",
    ...env,
  });
  return {
    ...service,
    key: service.key,
    async close() {
      await service.stop();
      rules.remove();
      rmSync(folder, { recursive: true });
    },
  };
}

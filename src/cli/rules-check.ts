import { readdir } from "node:fs/promises";
import type { CompiledSpec } from "../engine/compile-spec.js";
import type { Domain } from "../specs/catalog.js";
import { InvalidSpecs } from "../specs/file-error.js";
import { loadSpecs } from "../specs/load-specs.js";
import { count } from "../text/quote.js";
import { command } from "./command.js";
import { locate } from "./locate.js";
import { table } from "./report/table.js";

const HEAD = ["domain", "version", "status", "current", "rules", "examples", "digest"];
const SHORT = "sha256:".length + 16;

export const rulesCheckCommand = command(
  { name: "rules check", summary: "load spec packages and run their examples", operands: ["[DIR]"], options: {} },
  async ([given], _, io) => {
    const dir = locate("RULES_DIR", given, io);
    // Without a folder to read there is no verdict on it.
    await readdir(dir);
    try {
      const domains = [...(await loadSpecs(dir)).values()];
      const rows = domains.flatMap((domain) => domain.versions.map((spec) => describe(domain, spec)));
      io.stdout.write(table([HEAD, ...rows]));
      return 0;
    } catch (error) {
      if (!(error instanceof InvalidSpecs)) throw error;
      io.stdout.write(`${error.message}\n\n${count(error.errors.length, "error")} in ${dir}\n`);
      return 1;
    }
  },
);

function describe(domain: Domain, spec: CompiledSpec): string[] {
  const { spec: settings, rules, examples } = spec.source;
  const inRules = Object.values(rules).reduce((sum, rule) => sum + rule.examples.length, 0);
  const shown = Object.keys(examples).length + inRules;
  const current = spec === domain.current ? "current" : "";
  return [
    domain.id,
    spec.version,
    settings.status,
    current,
    String(Object.keys(rules).length),
    String(shown),
    spec.digest.slice(0, SHORT),
  ];
}

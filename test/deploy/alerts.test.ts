import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { readExposition, type Sample } from "../ops/exposition.js";
import { exampleRequest } from "../support/example-request.js";
import { startService } from "../support/service.js";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
}

const { groups } = parseYaml(await readFile("deploy/alerts.yml", "utf8")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

let samples: Sample[];
beforeAll(async () => {
  const service = await startService();
  const body = JSON.stringify(exampleRequest());
  const headers = { "Content-Type": "application/json" };
  await fetch(`${service.url}/api/validate`, { method: "POST", body, headers });
  samples = readExposition(await (await fetch(`${service.managementUrl}/metrics`)).text());
  await service.stop();
});

/** Prometheus adds these itself. */
const OWN = { metrics: ["up"], labels: ["job"] };

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  "%s asks for metrics and labels that are exported",
  (_, { expr }) => {
    const selectors = [...expr.matchAll(/\b(up|assay_\w+|process_\w+)(?:\{([^}]*)\})?/g)];
    expect(selectors.length).toBeGreaterThan(0);
    for (const [, name = "", matchers = ""] of selectors) {
      if (OWN.metrics.includes(name)) continue;
      const found = samples.filter((sample) => sample.name === name);
      expect([name, found.length > 0]).toEqual([name, true]);
      const known = [...OWN.labels, ...found.flatMap(({ labels }) => Object.keys(labels))];
      for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g))
        expect([name, known]).toEqual([name, expect.arrayContaining([label])]);
    }
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/, */));
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
    expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
  },
);

test("an internal error is counted from zero, so that the first one raises its alert", () => {
  const found = samples.filter(({ name, labels }) => name === "assay_errors_total" && labels.code === "internal-error");
  expect(found.map(({ value }) => value)).toEqual([0]);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0 ? test : test.skip;
promtool("promtool accepts the rules", () => {
  expect(spawnSync("promtool", ["check", "rules", "deploy/alerts.yml"]).status).toBe(0);
});

import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { exampleRequest } from "../support/example-request.js";
import { readMetrics } from "../support/metrics.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const { groups } = parseYaml(await readFile("deploy/alerts.yml", "utf8")) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

const service = await startService();
const body = JSON.stringify(exampleRequest({ supportedStrategies: ["realstic"] }));
const headers = { "Content-Type": "application/json", Authorization: `Bearer ${service.key}` };
await fetch(`${service.url}/api/validate`, { method: "POST", body, headers });
const samples = readMetrics(await (await fetch(`${service.managementUrl}/metrics`)).text());

/** Prometheus adds these itself. */
const OWN = { metrics: ["up"], labels: ["job", "instance"] };

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const dashboard = JSON.parse(await readFile("deploy/grafana/assay.json", "utf8")) as {
  panels: Panel[];
};
const queries = dashboard.panels.flatMap(({ title, targets }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

test.each([...rules.map(({ alert, expr }) => [alert, expr] as const), ...queries])(
  "%s asks for metrics and labels that are exported",
  (_, expr) => {
    const selectors = [...expr.matchAll(/\b(up|(?:assay|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    expect(selectors.length).toBeGreaterThan(0);
    for (const [, name = "", matchers = ""] of selectors) {
      if (OWN.metrics.includes(name)) continue;
      const found = samples.filter((sample) => sample.name === name);
      expect([name, found.length > 0]).toEqual([name, true]);
      const known = [...OWN.labels, ...found.flatMap(({ labels }) => Object.keys(labels))];
      for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g))
        expect([name, known]).toEqual([name, expect.arrayContaining([label])]);
    }
    const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) =>
      labels.split(/, */),
    );
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
    expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
  },
);

test("every alert says how urgent it is, what is wrong, and where to read what to do", async () => {
  const headings = (await readFile("docs/runbook.md", "utf8")).match(/^#+ .*$/gm) ?? [];
  for (const { alert, labels, annotations } of rules) {
    expect(["critical", "warning"]).toContain(labels.severity);
    expect(annotations).toEqual({
      summary: expect.stringMatching(/\w/),
      description: expect.stringMatching(/\.$/),
      runbook_url: `docs/runbook.md#${alert.toLowerCase()}`,
    });
    expect(headings).toContain(`### ${alert}`);
  }
});

test("the rule for the Prometheus Operator has the same alerts", async () => {
  const rule = parseYaml(await readFile("deploy/kubernetes/prometheus-rule.yml", "utf8"));
  expect(rule).toMatchObject({ apiVersion: "monitoring.coreos.com/v1", kind: "PrometheusRule" });
  expect(rule.spec).toEqual({ groups });
});

test("an internal error is counted from zero, so that the first one raises its alert", () => {
  const found = samples.filter(
    ({ name, labels }) => name === "assay_errors_total" && labels.code === "internal-error",
  );
  expect(found.map(({ value }) => value)).toEqual([0]);
});

const promtool = spawnSync("promtool", ["--version"]).status === 0 ? test : test.skip;
promtool("promtool accepts the rules, and the queries of the dashboard", () => {
  expect(spawnSync("promtool", ["check", "rules", "deploy/alerts.yml"]).status).toBe(0);
  const recorded = queries.map(([, expr], at) => ({
    record: `query:${at}`,
    expr: expr.replaceAll(/\$__(rate_interval|range)/g, "5m"),
  }));
  const file = join(temporaryFolder(), "rules.json");
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
  const { status, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

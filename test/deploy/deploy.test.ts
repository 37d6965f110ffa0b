import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { join } from "node:path";
import { parse as parseYaml } from "yaml";
import { readSettings, VARIABLES } from "../../src/service/config.js";
import { parseTargets } from "../../src/service/targets/parse-targets.js";
import { all, readStages } from "../support/dockerfile.js";
import { slowTest } from "../support/runs.js";
import { temporaryFolder } from "../support/temporary-folder.js";

// biome-ignore lint/suspicious/noExplicitAny: the tests say what is wanted of a manifest.
type Manifest = any;

const text = await readFile("deploy/kubernetes/assay.yml", "utf8");
const manifests: Manifest[] = text.split(/^---$/m).map((part) => parseYaml(part));
const of = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind);

const KINDS = [
  "Deployment",
  "Service",
  "HorizontalPodAutoscaler",
  "PodDisruptionBudget",
  "NetworkPolicy",
];

test("a pod has no rights that it does not need", () => {
  const { automountServiceAccountToken, securityContext, containers } =
    of("Deployment").spec.template.spec;
  expect([automountServiceAccountToken, securityContext]).toEqual([
    false,
    {
      runAsNonRoot: true,
      runAsUser: expect.any(Number),
      seccompProfile: { type: "RuntimeDefault" },
    },
  ]);
  for (const container of containers)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
});

test("all kinds are there, and everything selects the pods", () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(["ConfigMap", ...KINDS]);
  const pods = of("Deployment").spec.template.metadata.labels;
  const selectors = [
    of("Deployment").spec.selector.matchLabels,
    of("Service").spec.selector,
    of("PodDisruptionBudget").spec.selector.matchLabels,
    of("NetworkPolicy").spec.podSelector.matchLabels,
  ];
  for (const selected of selectors) expect(selected).toEqual(pods);
  expect(of("HorizontalPodAutoscaler").spec.scaleTargetRef.name).toBe(
    of("Deployment").metadata.name,
  );
});

test("the settings are valid, and the ports are those of the service", async () => {
  const [{ env, ports }] = of("Deployment").spec.template.spec.containers;
  const image = all((await readStages()).at(-1), "ENV").flatMap((line) => line.split(/ +/));
  const settings = Object.fromEntries([
    ...image.map((pair) => pair.split("=")),
    ...env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  ]);
  const secret = {
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: "secret",
    REDIS_URL: "rediss://redis:6379",
  };
  expect(Object.keys(settings).filter((name) => !(name in VARIABLES))).toEqual([]);
  expect(readSettings({ ...settings, ...secret }).errors).toEqual([]);
  expect(
    ports.map(({ containerPort }: { containerPort: number }) => String(containerPort)),
  ).toEqual([settings.PORT, settings.MANAGEMENT_PORT]);
});

test("pods reach the ports of what they are configured with, and nothing inside by its address", () => {
  const { policyTypes, egress } = of("NetworkPolicy").spec;
  expect(policyTypes).toEqual(["Ingress", "Egress"]);
  // Without `to`, a rule would allow every address; without `ports`, every port.
  for (const { to, ports } of egress) expect([to.length, ports.length]).not.toContain(0);
  const [{ env }] = of("Deployment").spec.template.spec.containers;
  const identity = env.find(({ name }: { name: string }) => name === "IDENTITY_URL").value;
  const { targets } = JSON.parse(of("ConfigMap").data["targets.json"]);
  const urls = [identity, ...targets.map(({ registry }: Manifest) => registry.url)];
  const portOf = (url: string) =>
    Number(new URL(url).port || (url.startsWith("https:") ? 443 : 80));
  const [dns, redis, otlp] = [[53, 53], [6379], [4318]];
  const open = egress.map(({ ports }: Manifest) => ports.map((one: Manifest) => one.port));
  expect(open).toEqual([dns, redis, [...new Set(urls.map(portOf))], otlp]);
  const blocks = egress.flatMap(({ to }: Manifest) =>
    to.flatMap(({ ipBlock = [] }: Manifest) => ipBlock),
  );
  const inside = ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254"];
  for (const { cidr, except } of blocks) {
    const excluded = new BlockList();
    for (const range of except)
      excluded.addSubnet(range.split("/")[0], Number(range.split("/")[1]));
    expect([cidr, inside.filter((address) => !excluded.check(address))]).toEqual(["0.0.0.0/0", []]);
  }
});

test("the command for the secret sets what the settings lack", () => {
  const [command = ""] = /kubectl create secret(?:.|\n# )*/.exec(text) ?? [];
  const names = [...command.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name);
  expect(names).toEqual(["REDIS_URL", "IDENTITY_CLIENT_ID", "IDENTITY_CLIENT_SECRET"]);
});

test("the targets file is valid", () => {
  const { "targets.json": targets } = of("ConfigMap").data;
  expect(parseTargets(JSON.parse(targets)).flaws).toEqual([]);
});

test("a stopping instance is noticed before it closes, and has the time to finish", () => {
  const { terminationGracePeriodSeconds, containers } = of("Deployment").spec.template.spec;
  const [{ env, lifecycle, readinessProbe }] = containers;
  const { periodSeconds, timeoutSeconds, failureThreshold, httpGet } = readinessProbe;
  expect(httpGet.path).toBe("/readyz");
  const drain = Number(env.find(({ name }: { name: string }) => name === "DRAIN_SECONDS").value);
  expect(periodSeconds * failureThreshold + timeoutSeconds).toBeLessThanOrEqual(drain);
  const [sleep, pause] = lifecycle.preStop.exec.command;
  expect(sleep).toBe("sleep");
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(Number(pause) + drain + 10);
});

test("the monitor selects the pods and their port for metrics, and names the job as the alerts do", async () => {
  const monitor = parseYaml(
    await readFile("deploy/kubernetes/pod-monitor.yml", "utf8"),
  ) as Manifest;
  const { metadata, spec } = of("Deployment").spec.template;
  expect([monitor.apiVersion, monitor.kind]).toEqual(["monitoring.coreos.com/v1", "PodMonitor"]);
  expect(monitor.spec.selector.matchLabels).toEqual(metadata.labels);
  expect(metadata.labels[monitor.spec.jobLabel]).toBe("assay");
  const [{ port, path }] = monitor.spec.podMetricsEndpoints;
  expect(spec.containers[0].ports.map(({ name }: { name: string }) => name)).toContain(port);
  expect(path).toBe("/metrics");
});

const kubeconform = spawnSync("kubeconform", ["-v"]).status === 0 ? slowTest : test.skip;
kubeconform("kubeconform accepts the manifests", () => {
  const { status, stdout } = spawnSync("kubeconform", ["-strict", "deploy/kubernetes/assay.yml"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, ""]);
});

const unit = await readFile("deploy/systemd/assay.service", "utf8");
const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];

test("the unit is not restarted where that does not help, and has the time to drain", () => {
  expect([settingOf("Restart"), settingOf("RestartPreventExitStatus")]).toEqual([
    "on-failure",
    "78",
  ]);
  expect(Number(settingOf("TimeoutStopSec"))).toBeGreaterThanOrEqual(
    Number(VARIABLES.DRAIN_SECONDS.default) + 10,
  );
  expect(settingOf("ExecReload")).toContain("-HUP");
});

test("the unit limits memory like the compose file, which also bounds the heap of Node", async () => {
  const limit = /^ {2}assay:.*?^ {4}mem_limit: (\d+)m$/ms.exec(
    await readFile("docker-compose.yml", "utf8"),
  )?.[1];
  expect(settingOf("MemoryMax")).toBe(`${limit}M`);
});

const analyze = spawnSync("systemd-analyze", ["--version"]).status === 0 ? test : test.skip;
analyze("systemd-analyze accepts the unit", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "assay.service");
  await writeFile(file, unit);
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", file], {
    encoding: "utf8",
  });
  // Units of the machine may have faults of their own.
  expect([status, stderr.split("\n").filter((line) => line.includes("assay"))]).toEqual([0, []]);
});

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { parseYaml } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readSettings, VARIABLES } from "../../src/config.js";
import { parseTargets } from "../../src/targets/parse-targets.js";
import { all, readStages } from "../support/dockerfile.js";
import { testOfAll } from "../support/runs.js";

// biome-ignore lint/suspicious/noExplicitAny: what is wanted of a manifest is said by the schemas below.
type Manifest = any;

const text = await readFile("deploy/kubernetes/assay.yml", "utf8");
const manifests: Manifest[] = text.split(/^---$/m).map((part) => parseYaml(part));
const of = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind);

const closed = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: "array", minItems: 1, items });
const string = { type: "string" };
const whole = { type: "integer", minimum: 0 };
const labels = { type: "object", minProperties: 1, additionalProperties: string };
const selector = closed({ matchLabels: labels }, "matchLabels");
const port = { type: ["integer", "string"] };
const quantities = closed({ cpu: string, memory: string });
const probe = closed(
  {
    httpGet: closed({ path: string, port }, "path", "port"),
    periodSeconds: whole,
    timeoutSeconds: whole,
    failureThreshold: whole,
  },
  "httpGet",
);
const container = closed(
  {
    name: string,
    image: string,
    ports: list(closed({ name: { type: "string", maxLength: 15 }, containerPort: whole }, "containerPort")),
    env: list(closed({ name: string, value: string }, "name", "value")),
    envFrom: list(closed({ secretRef: closed({ name: string }, "name") })),
    volumeMounts: list(closed({ name: string, mountPath: string, readOnly: { type: "boolean" } }, "name", "mountPath")),
    resources: closed({ requests: quantities, limits: quantities }),
    securityContext: closed({
      allowPrivilegeEscalation: { const: false },
      readOnlyRootFilesystem: { const: true },
      capabilities: closed({ drop: { const: ["ALL"] } }),
    }),
    lifecycle: closed({ preStop: closed({ exec: closed({ command: list(string) }, "command") }, "exec") }, "preStop"),
    startupProbe: probe,
    livenessProbe: probe,
    readinessProbe: probe,
  },
  "name",
  "image",
);
const podSpec = closed(
  {
    automountServiceAccountToken: { const: false },
    terminationGracePeriodSeconds: whole,
    securityContext: closed({
      runAsNonRoot: { const: true },
      runAsUser: { type: "integer", minimum: 1 },
      seccompProfile: closed({ type: { const: "RuntimeDefault" } }, "type"),
    }),
    topologySpreadConstraints: list(
      closed(
        { maxSkew: whole, topologyKey: string, whenUnsatisfiable: string, labelSelector: selector },
        "topologyKey",
      ),
    ),
    containers: list(container),
    volumes: list(closed({ name: string, configMap: closed({ name: string }, "name") }, "name")),
  },
  "containers",
);

/** The parts of the Kubernetes API that the manifests use: version, and what `spec` may say. */
const KINDS: Readonly<Record<string, [apiVersion: string, spec: object]>> = {
  Deployment: [
    "apps/v1",
    closed(
      {
        selector,
        strategy: closed({ rollingUpdate: closed({ maxUnavailable: whole, maxSurge: whole }) }),
        template: closed({ metadata: closed({ labels }, "labels"), spec: podSpec }, "metadata", "spec"),
      },
      "selector",
      "template",
    ),
  ],
  Service: [
    "v1",
    closed({ selector: labels, ports: list(closed({ name: string, port: whole, targetPort: port }, "port")) }, "ports"),
  ],
  HorizontalPodAutoscaler: [
    "autoscaling/v2",
    closed(
      {
        scaleTargetRef: closed({ apiVersion: string, kind: string, name: string }, "kind", "name"),
        minReplicas: whole,
        maxReplicas: whole,
        metrics: list(
          closed({
            type: { const: "Resource" },
            resource: closed({
              name: { const: "cpu" },
              target: closed({ type: { const: "Utilization" }, averageUtilization: whole }),
            }),
          }),
        ),
      },
      "scaleTargetRef",
      "maxReplicas",
    ),
  ],
  PodDisruptionBudget: ["policy/v1", closed({ maxUnavailable: whole, selector }, "selector")],
  NetworkPolicy: [
    "networking.k8s.io/v1",
    closed(
      {
        podSelector: selector,
        policyTypes: list({ enum: ["Ingress", "Egress"] }),
        ingress: list(
          closed({
            from: list(closed({ namespaceSelector: selector })),
            ports: list(closed({ protocol: { const: "TCP" }, port }, "port")),
          }),
        ),
        // Without `to`, a rule would allow every address; without `ports`, every port.
        egress: list(
          closed(
            {
              to: list({
                oneOf: [
                  closed({ namespaceSelector: selector, podSelector: selector }, "namespaceSelector"),
                  closed({ ipBlock: closed({ cidr: string, except: list(string) }, "cidr") }, "ipBlock"),
                ],
              }),
              ports: list(closed({ protocol: { enum: ["TCP", "UDP"] }, port: whole }, "protocol", "port")),
            },
            "to",
            "ports",
          ),
        ),
      },
      "podSelector",
      "policyTypes",
      "ingress",
      "egress",
    ),
  ],
};

test.each(Object.entries(KINDS))("the manifest of the %s has the form of its kind", (kind, [apiVersion, spec]) => {
  const metadata = closed({ name: string, labels }, "name");
  const schema = closed(
    { apiVersion: { const: apiVersion }, kind: { const: kind }, metadata, spec },
    "metadata",
    "spec",
  );
  const validate = new Ajv2020({ strictTypes: false }).compile(schema);
  validate(of(kind));
  expect(validate.errors).toBeNull();
});

test("all kinds are there, and everything selects the pods", () => {
  expect(manifests.map(({ kind }) => kind)).toEqual(["ConfigMap", ...Object.keys(KINDS)]);
  const pods = of("Deployment").spec.template.metadata.labels;
  const selectors = [
    of("Deployment").spec.selector.matchLabels,
    of("Service").spec.selector,
    of("PodDisruptionBudget").spec.selector.matchLabels,
    of("NetworkPolicy").spec.podSelector.matchLabels,
  ];
  for (const selected of selectors) expect(selected).toEqual(pods);
  expect(of("HorizontalPodAutoscaler").spec.scaleTargetRef.name).toBe(of("Deployment").metadata.name);
});

test("the settings are valid, and the ports are those of the service", async () => {
  const [{ env, ports }] = of("Deployment").spec.template.spec.containers;
  const image = all((await readStages()).at(-1), "ENV").flatMap((line) => line.split(/ +/));
  const settings = Object.fromEntries([
    ...image.map((pair) => pair.split("=")),
    ...env.map(({ name, value }: { name: string; value: string }) => [name, value]),
  ]);
  const secret = { IDENTITY_CLIENT_ID: "assay", IDENTITY_CLIENT_SECRET: "secret", REDIS_URL: "rediss://redis:6379" };
  expect(Object.keys(settings).filter((name) => !(name in VARIABLES))).toEqual([]);
  expect(readSettings({ ...settings, ...secret }).errors).toEqual([]);
  expect(ports.map(({ containerPort }: { containerPort: number }) => String(containerPort))).toEqual([
    settings.PORT,
    settings.MANAGEMENT_PORT,
  ]);
});

test("pods reach the ports of what they are configured with, and nothing inside by its address", () => {
  const { policyTypes, egress } = of("NetworkPolicy").spec;
  expect(policyTypes).toEqual(["Ingress", "Egress"]);
  const [{ env }] = of("Deployment").spec.template.spec.containers;
  const identity = env.find(({ name }: { name: string }) => name === "IDENTITY_URL").value;
  const { targets } = JSON.parse(of("ConfigMap").data["targets.json"]);
  const urls = [identity, ...targets.map(({ registry }: Manifest) => registry.url)];
  const portOf = (url: string) => Number(new URL(url).port || (url.startsWith("https:") ? 443 : 80));
  const [dns, redis, otlp] = [[53, 53], [6379], [4318]];
  const open = egress.map(({ ports }: Manifest) => ports.map((one: Manifest) => one.port));
  expect(open).toEqual([dns, redis, [...new Set(urls.map(portOf))], otlp]);
  const blocks = egress.flatMap(({ to }: Manifest) => to.flatMap(({ ipBlock = [] }: Manifest) => ipBlock));
  const inside = ["10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "169.254.169.254"];
  for (const { cidr, except } of blocks) {
    const excluded = new BlockList();
    for (const range of except) excluded.addSubnet(range.split("/")[0], Number(range.split("/")[1]));
    expect([cidr, inside.filter((address) => !excluded.check(address))]).toEqual(["0.0.0.0/0", []]);
  }
});

test("the targets file is valid", () => {
  const { "targets.json": targets } = of("ConfigMap").data;
  expect(parseTargets(JSON.parse(targets)).errors).toEqual([]);
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
  const monitor = parseYaml(await readFile("deploy/kubernetes/pod-monitor.yml", "utf8")) as Manifest;
  const { metadata, spec } = of("Deployment").spec.template;
  expect([monitor.apiVersion, monitor.kind]).toEqual(["monitoring.coreos.com/v1", "PodMonitor"]);
  expect(monitor.spec.selector.matchLabels).toEqual(metadata.labels);
  expect(metadata.labels[monitor.spec.jobLabel]).toBe("assay");
  const [{ port, path }] = monitor.spec.podMetricsEndpoints;
  expect(spec.containers[0].ports.map(({ name }: { name: string }) => name)).toContain(port);
  expect(path).toBe("/metrics");
});

const kubeconform = spawnSync("kubeconform", ["-v"]).status === 0 ? testOfAll : test.skip;
kubeconform("kubeconform accepts the manifests", () => {
  const { status, stdout } = spawnSync("kubeconform", ["-strict", "deploy/kubernetes/assay.yml"], { encoding: "utf8" });
  expect([status, stdout]).toEqual([0, ""]);
});

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseYaml } from "@redocly/openapi-core";
import { readSettings, VARIABLES } from "../../src/config.js";
import { loadTargets } from "../../src/targets/load-targets.js";

interface Composition {
  services: Record<
    string,
    {
      image?: string;
      command?: string[];
      environment?: Record<string, string>;
      volumes?: string[];
      ports?: string[];
      networks?: { default: { ipv4_address: string } };
      deploy?: { replicas: number };
    }
  >;
  volumes: object;
}

let composition: Composition;
beforeAll(async () => {
  composition = parseYaml(await readFile("docker-compose.yml", "utf8")) as Composition;
});

const service = (name: string) => composition.services[name] ?? {};

test("instances of assay are reachable only through the load balancer, and trust only it", () => {
  const { deploy, ports, environment } = service("assay");
  expect(deploy?.replicas).toBeGreaterThan(1);
  expect(ports).toBeUndefined();
  expect(service("load-balancer").ports).toEqual(["127.0.0.1:8080:8080"]);
  expect(environment?.TRUSTED_PROXIES).toBe(service("load-balancer").networks?.default.ipv4_address);
});

test("assay has a valid production configuration, with known variables only", () => {
  const { environment = {} } = service("assay");
  expect(Object.keys(environment).filter((name) => !(name in VARIABLES))).toEqual([]);
  expect(readSettings({ NODE_ENV: "production", ...environment }).errors).toEqual([]);
});

test("every internal URL, also in the targets file, is that of a service", async () => {
  const loaded = await loadTargets("deploy/targets.json");
  if ("errors" in loaded) throw new Error(JSON.stringify(loaded.errors));
  const registries = loaded.targets.map(({ registry }) => ("url" in registry ? registry.url : ""));
  const settings = Object.values(composition.services).flatMap(({ environment = {} }) => Object.entries(environment));
  const inside = settings.filter(([name]) => name.endsWith("_URL") && name !== "BASE_URL").map(([, value]) => value);
  for (const url of [...inside, ...registries]) {
    expect(Object.keys(composition.services)).toContain(new URL(url).hostname);
  }
});

test("the identity service signs for the audience of assay, and publishes its keys where assay reads them", () => {
  const [assay, identity] = [service("assay"), service("identity")];
  expect(identity.environment?.AUDIENCE).toBe(new URL(assay.environment?.BASE_URL ?? "").host);
  expect(identity.environment?.JWKS_FILE).toBe(assay.environment?.AGENT_PROXY_KEYS_FILE);
  expect(identity.volumes).toContain("proxy-keys:/proxy-keys");
  expect(assay.volumes).toContain("proxy-keys:/proxy-keys:ro");
  const [id, secret] = [assay.environment?.IDENTITY_CLIENT_ID, assay.environment?.IDENTITY_CLIENT_SECRET];
  expect(identity.environment?.CLIENTS?.split(",")).toContain(`${id}:${secret}`);
});

test("every mounted or executed file and volume exists", () => {
  for (const { volumes = [], command: [program, file = ""] = [] } of Object.values(composition.services)) {
    if (program === "node") expect([file, existsSync(file)]).toEqual([file, true]);
    for (const volume of volumes) {
      const [source = ""] = volume.split(":");
      const exists = source.startsWith("./") ? existsSync(source) : source in composition.volumes;
      expect([volume, exists]).toEqual([volume, true]);
    }
  }
});

test("haproxy checks readiness on the port that assay listens on", async () => {
  const configuration = await readFile("deploy/haproxy.cfg", "utf8");
  const image = await readFile("Dockerfile", "utf8");
  const port = /PORT=(\d+)/.exec(image)?.[1];
  expect(configuration).toContain(`server-template assay 10 assay:${port} `);
  expect(configuration).toContain("uri /readyz");
});

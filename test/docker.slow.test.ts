import { execSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parse as parseYaml } from "yaml";
import { readSettings, VARIABLES } from "../src/service/config.js";
import { loadTargets } from "../src/service/targets/load-targets.js";
import { all, command, type Instruction, readStages } from "./support/dockerfile.js";
import { startProgram } from "./support/program.js";
import { findRedis } from "./support/redis.js";
import { slowTest } from "./support/runs.js";
import { temporaryFolder } from "./support/temporary-folder.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const stages = await readStages();

describe("the image", () => {
  test("is built with all packages and runs with those that it needs, in a stage that installs nothing", () => {
    const [build, packages, neighbours, run] = stages;
    expect(stages).toHaveLength(4);
    expect(all(build, "RUN")).toEqual(["npm ci --ignore-scripts", "npm run build"]);
    expect(all(packages, "RUN")).toEqual([
      "npm ci --omit=dev --omit=optional --ignore-scripts",
      expect.stringMatching(/&& npm sbom .* > sbom\.cdx\.json$/),
    ]);
    expect(all(neighbours, "FROM")).toEqual(["packages AS neighbours"]);
    expect(all(run, "RUN")).toEqual([]);
    const base = all(run, "FROM");
    expect(base.map((image) => `${image} AS build`)).toEqual(all(build, "FROM"));
    expect(base.map((image) => `${image} AS packages`)).toEqual(all(packages, "FROM"));
  });

  slowTest("lists every package that it installs, and no tool, in its SBOM", async () => {
    const folder = temporaryFolder();
    for (const path of ["package.json", "package-lock.json"])
      await cp(path, join(folder, path), { dereference: true });
    for (const path of await installedPackages())
      await cp(path, join(folder, path), { recursive: true });
    execSync(all(stages[1], "RUN").at(-1) ?? "", {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { components } = JSON.parse(await readFile(join(folder, "sbom.cdx.json"), "utf8"));
    const listed: string[] = components.map(({ name }: { name: string }) => name);
    const { dependencies } = JSON.parse(await readFile("package.json", "utf8"));
    expect(listed).toEqual(
      expect.arrayContaining([...Object.keys(dependencies), "fast-uri", "qs", "zod"]),
    );
    expect(
      listed.filter((name) => /^(jest|typescript|esbuild|vscode-languageserver)$/.test(name)),
    ).toEqual([]);
  });

  test("runs as an unprivileged user, reachable from outside, without a default key", () => {
    const run = stages.at(-1);
    expect(all(run, "USER")).toEqual(["node"]);
    expect(all(run, "ENV")).toEqual(["NODE_ENV=production HOST=0.0.0.0 PORT=8080"]);
    expect(all(run, "EXPOSE")).toEqual(["8080"]);
  });

  test("copies only files that exist and that .dockerignore lets through", async () => {
    const ignore = (await readFile(".dockerignore", "utf8")).trim().split("\n");
    expect(ignore[0]).toBe("*");
    const copied = stages
      .flatMap((stage) => all(stage, "COPY"))
      .filter((text) => !text.startsWith("--from"));
    const sources = new Set(copied.flatMap((text) => text.split(/ +/).slice(0, -1)));
    expect(ignore.slice(1).sort()).toEqual([...sources].map((source) => `!${source}`).sort());
    for (const source of sources) expect([source, existsSync(source)]).toEqual([source, true]);
  });

  test("starts with the packages of `npm ci --omit=dev`, shares a Redis, writes no file, and has a working health check", async () => {
    const folder = await assemble(stages.at(-1));
    const redis = await findRedis();
    const env = { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", REDIS_URL: redis.url };
    const before = await readdir(folder, { recursive: true });
    const [, ...main] = command(all(stages.at(-1), "CMD")[0]);
    // The packages are links: through them, only what is linked is found.
    const child = startProgram(process.execPath, ["--preserve-symlinks", ...main], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    try {
      const port = await new Promise<number>((resolve, reject) => {
        createInterface({ input: child.stdout }).on("line", (line) => {
          if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).port);
        });
        child.once("exit", (code) => reject(new Error(`it ended with ${code}`)));
      });
      const [, ...check] = command(all(stages.at(-1), "HEALTHCHECK")[0]);
      const examine = async (at: number) => {
        const probe = startProgram(process.execPath, check, {
          env: { ...env, PORT: String(at) },
          stdio: "ignore",
        });
        return (await once(probe, "exit"))[0];
      };
      expect(await examine(port)).toBe(0);
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
      expect(await ready.json()).toMatchObject({ limiter: "shared" });
      child.kill("SIGKILL");
      await exited;
      expect(await examine(port)).toBe(1);
      expect(await readdir(folder, { recursive: true })).toEqual(before);
    } finally {
      child.kill("SIGKILL");
      await exited;
    }
  });
});

/** The folders of the packages that `npm ci --omit=dev` installs; others may be inside of them. */
async function installedPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  return Object.keys(packages).filter(
    (path) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) &&
      !packages[path]?.dev &&
      !packages[path]?.optional,
  );
}

/** Copies the files of the last stage to a new folder, and links the packages. */
async function assemble(stage: Instruction[] | undefined): Promise<string> {
  const folder = temporaryFolder();
  for (const text of all(stage, "COPY")) {
    const words = text.split(/ +/).filter((word) => !word.startsWith("--"));
    for (const source of words.slice(0, -1)) {
      // Written by the build of the image.
      if (source.endsWith("sbom.cdx.json")) continue;
      const name = source.replace(/^\/app\//, "");
      if (name === "node_modules") await linkPackages(folder);
      else await cp(join(ROOT, name), join(folder, name), { recursive: true });
    }
  }
  return folder;
}

async function linkPackages(folder: string): Promise<void> {
  for (const path of await installedPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(resolve(path), join(folder, path));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the tests say what is wanted of a service.
type Service = any;

const composition = parseYaml(await readFile("docker-compose.yml", "utf8"), { merge: true });
const { services, volumes } = composition as { services: Record<string, Service>; volumes: object };

describe("the composition", () => {
  const service = (name: string) => services[name] ?? {};

  test("starts the service with valid settings, beside the Redis that its instances share", async () => {
    const image = all(stages.at(-1), "ENV").flatMap((text) => text.split(/ +/));
    const env = Object.fromEntries(image.map((pair) => pair.split("=") as [string, string]));
    const { build, environment = {} } = services.assay ?? {};
    expect(build).toBe(".");
    expect(readSettings({ ...env, ...environment }).errors).toEqual([]);
    expect(Object.keys(environment).filter((name) => !(name in VARIABLES))).toEqual([]);
    expect(Object.keys(services)).toContain(new URL(environment.REDIS_URL ?? "").hostname);
  });

  test("is reachable from this machine only, with the service on its usual port", () => {
    const ports = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(ports).toContain("127.0.0.1:8080:8080");
    expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
  });

  test("limits the memory of every container, and gives none capabilities or a writable disk", () => {
    for (const [name, { mem_limit, read_only, cap_drop }] of Object.entries(services))
      expect([name, mem_limit, read_only, cap_drop]).toEqual([
        name,
        expect.stringMatching(/^\d+m$/),
        true,
        ["ALL"],
      ]);
  });

  test("waits only for services that can report that they are ready", () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries<Service>(depends_on)) {
        const { build, healthcheck } = services[name] ?? {};
        expect([name, condition]).toEqual([name, "service_healthy"]);
        expect(build ?? healthcheck?.test).toBeDefined();
      }
    }
  });

  test("instances of assay are reachable only through the load balancer, and trust only it", () => {
    const { deploy, ports, environment } = service("assay");
    expect(deploy?.replicas).toBeGreaterThan(1);
    expect(ports).toBeUndefined();
    expect(service("load-balancer").ports).toEqual(["127.0.0.1:8080:8080"]);
    expect(environment?.TRUSTED_PROXIES).toBe(
      service("load-balancer").networks?.default.ipv4_address,
    );
  });

  test("every internal URL, also in the targets file, is that of a service", async () => {
    const loaded = await loadTargets("deploy/targets.json");
    if ("errors" in loaded) throw new Error(JSON.stringify(loaded.errors));
    const registries = loaded.targets.map(({ registry }) =>
      "url" in registry ? registry.url : "",
    );
    const settings = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries<string>(environment),
    );
    const inside = settings
      .filter(([name]) => name.endsWith("_URL") && name !== "BASE_URL")
      .map(([, value]) => value);
    for (const url of [...inside, ...registries]) {
      expect(Object.keys(services)).toContain(new URL(url).hostname);
    }
  });

  test("the identity service signs for the audience of assay, and publishes its keys where assay reads them", () => {
    const [assay, identity] = [service("assay"), service("identity")];
    expect(identity.environment?.AUDIENCE).toBe(new URL(assay.environment?.BASE_URL ?? "").host);
    expect(identity.environment?.JWKS_FILE).toBe(assay.environment?.AGENT_PROXY_KEYS_FILE);
    expect(identity.volumes).toContain("proxy-keys:/proxy-keys");
    expect(assay.volumes).toContain("proxy-keys:/proxy-keys:ro");
    const [id, secret] = [
      assay.environment?.IDENTITY_CLIENT_ID,
      assay.environment?.IDENTITY_CLIENT_SECRET,
    ];
    expect(identity.environment?.CLIENTS?.split(",")).toContain(`${id}:${secret}`);
  });

  test("every mounted or executed file and volume exists", () => {
    for (const { volumes: mounted = [], command: [program, file = ""] = [] } of Object.values(
      services,
    )) {
      if (program === "node") expect([file, existsSync(file)]).toEqual([file, true]);
      for (const volume of mounted) {
        const [source = ""] = volume.split(":");
        const exists = source.startsWith("./") ? existsSync(source) : source in volumes;
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
});

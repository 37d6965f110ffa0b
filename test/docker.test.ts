import { execSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseYaml } from "@redocly/openapi-core";
import { readSettings, VARIABLES } from "../src/config.js";
import { all, command, type Instruction, readStages } from "./support/dockerfile.js";
import { findRedis } from "./support/redis.js";
import { testOfAll } from "./support/runs.js";

describe("the image", () => {
  let stages: Instruction[][];
  beforeAll(async () => {
    stages = await readStages();
  });

  test("is built in one stage and runs in another, which has only the bundle and installs nothing", () => {
    const [build, sbom, neighbours, run] = stages;
    expect(stages).toHaveLength(4);
    expect(all(build, "RUN")).toEqual(["npm ci --ignore-scripts", "npm run build"]);
    expect(all(sbom, "FROM")).toEqual(["build AS sbom"]);
    expect(all(sbom, "RUN")).toEqual([expect.stringMatching(/&& npm sbom .* > sbom\.cdx\.json$/)]);
    expect(all(neighbours, "FROM")).toEqual(["build AS neighbours"]);
    expect(all(run, "RUN")).toEqual([]);
    expect(all(run, "FROM").map((image) => `${image} AS build`)).toEqual(all(build, "FROM"));
  });

  testOfAll("lists every package in its bundles, and no tool, in its SBOM", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sbom-"));
    for (const path of ["package.json", "package-lock.json", "scripts", "dist/third-party.txt", "dist/web"])
      await cp(path, join(folder, path), { recursive: true, dereference: true });
    const [steps = ""] = all(stages[1], "RUN");
    execSync(steps, {
      cwd: folder,
      env: { ...process.env, npm_config_offline: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const { components } = JSON.parse(await readFile(join(folder, "sbom.cdx.json"), "utf8"));
    const listed = components.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`);
    const pages = (await readdir("dist/web")).find((file) => /^third-party.*\.txt$/.test(file)) ?? "";
    for (const file of ["dist/third-party.txt", join("dist/web", pages)]) {
      const bundled = (await readFile(file, "utf8")).matchAll(/^(\S+ \d\S*) \(.*\)$/gm);
      expect(listed).toEqual(expect.arrayContaining(Array.from(bundled, ([, name]) => name)));
    }
    expect(listed.filter((name: string) => /^(jest|typescript|esbuild) /.test(name))).toEqual([]);
    await rm(folder, { recursive: true });
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
    const copied = stages.flatMap((stage) => all(stage, "COPY")).filter((text) => !text.startsWith("--from"));
    const sources = new Set(copied.flatMap((text) => text.split(/ +/).slice(0, -1)));
    expect(ignore.slice(1).sort()).toEqual([...sources].map((source) => `!${source}`).sort());
    for (const source of sources) expect([source, existsSync(source)]).toEqual([source, true]);
  });

  test("starts without packages, shares a Redis, writes no file, and has a working health check", async () => {
    const folder = await assemble(stages.at(-1));
    const redis = await findRedis();
    const env = { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", REDIS_URL: redis.url };
    const before = await readdir(folder, { recursive: true });
    const [, ...main] = command(all(stages.at(-1), "CMD")[0]);
    const child = spawn(process.execPath, main, {
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
        const probe = spawn(process.execPath, check, { env: { ...env, PORT: String(at) }, stdio: "ignore" });
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
      await rm(folder, { recursive: true });
      await redis.stop();
    }
  });
});

/** Copies the files of the last stage to a new folder. */
async function assemble(stage: Instruction[] | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "image-"));
  for (const text of all(stage, "COPY")) {
    const words = text.split(/ +/).filter((word) => !word.startsWith("--"));
    for (const source of words.slice(0, -1)) {
      // Written by the build of the image.
      if (source.endsWith("sbom.cdx.json")) continue;
      const name = source.replace(/^\/app\//, "");
      await cp(name, join(folder, name), { recursive: true });
    }
  }
  return folder;
}

interface Compose {
  services: Record<
    string,
    {
      build?: string | { context: string; target: string };
      image?: string;
      environment?: Record<string, string>;
      ports?: string[];
      depends_on?: Record<string, { condition: string }>;
      healthcheck?: { test: string[] };
      mem_limit?: string;
      read_only: boolean;
      cap_drop: string[];
    }
  >;
}

describe("the composition", () => {
  let services: Compose["services"];
  beforeAll(async () => {
    ({ services } = parseYaml(await readFile("docker-compose.yml", "utf8")) as Compose);
  });

  test("starts the service with valid settings, beside the Redis that its instances share", async () => {
    const image = all((await readStages()).at(-1), "ENV").flatMap((text) => text.split(/ +/));
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

  test("limits the memory of every container", () => {
    for (const [name, { mem_limit }] of Object.entries(services))
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+m$/)]);
  });

  test("gives no container capabilities or a writable disk", () => {
    for (const [name, { read_only, cap_drop }] of Object.entries(services))
      expect([name, read_only, cap_drop]).toEqual([name, true, ["ALL"]]);
  });

  test("waits only for services that can report that they are ready", () => {
    for (const { depends_on = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const { build, healthcheck } = services[name] ?? {};
        expect([name, condition]).toEqual([name, "service_healthy"]);
        expect(build ?? healthcheck?.test).toBeDefined();
      }
    }
  });
});

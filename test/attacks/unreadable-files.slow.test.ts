import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newKey } from "../../src/service/auth/stored-keys.js";
import { eventually } from "../support/eventually.js";
import { assay } from "../support/program.js";
import { RulesFolder } from "../support/rules-folder.js";
import { slowTest, someOf } from "../support/runs.js";
import { ready, send } from "../support/send.js";
import { type RunningService, startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const EX_CONFIG = 78;
// Of a small domain, since each change has all of it checked.
const DOMAIN = "rollout-plan";
const RULE = `${DOMAIN}/v1/rules/stage-ids-are-unique.json`;
const SPEC = `${DOMAIN}/v1/spec.json`;
const [TARGETS, REGISTRY] = ["targets.json", "taken.json"];
const SECRET = "hx7Qz9vKp2mWt4Ls8bNf3jRc6dGy1aUe";

const { candidate } = JSON.parse(
  readFileSync(`examples/rules/${DOMAIN}/v1/examples/search-page.json`, "utf8"),
);
const REQUEST = JSON.stringify({ targetProduct: "shop", domainId: DOMAIN, candidate });
const { key, entry } = newKey("caller");

let rules: RulesFolder;
let folder: string;
const at = (file: string) => join(file.startsWith(DOMAIN) ? rules.dir : folder, file);
beforeEach(() => {
  rules = new RulesFolder(DOMAIN);
  rules.edit(SPEC, { "/status": "released" });
  const target = {
    id: "shop",
    url: "http://shop.test",
    domains: [DOMAIN],
    registry: { file: REGISTRY },
  };
  folder = temporaryFolder({
    [TARGETS]: { targets: [target] },
    [REGISTRY]: { generators: [] },
    "keys.json": { keys: [entry] },
  });
  execFileSync("mkfifo", [at("fifo")]);
});

const settings = () => ({
  RULES_DIR: rules.dir,
  TARGETS_FILE: at(TARGETS),
  KEYS_FILE: at("keys.json"),
});

/** Puts a link in the place of a file, as a rollout does; gives back the file when it is called. */
async function replaced(file: string, by: string): Promise<() => Promise<void>> {
  const next = join(temporaryFolder(), "next");
  const content = await readFile(at(file));
  await symlink(by, next);
  await rename(next, at(file));
  return async () => {
    await writeFile(next, content);
    await rename(next, at(file));
  };
}

test("a start with a FIFO or a device in the place of any file is refused, with the reason", async () => {
  await replaced(RULE, at("fifo"));
  await replaced(REGISTRY, "/dev/zero");
  const env = {
    ...settings(),
    KEYS_FILE: at("fifo"),
    AGENT_PROXY_KEYS_FILE: "/dev/zero",
    REDIS_CA_FILE: at("fifo"),
  };
  const { code, stderr } = await assay(["serve"], {
    env: { ...env, PORT: "0", REDIS_URL: "rediss://localhost" },
  });
  expect(code).toBe(EX_CONFIG);
  for (const named of [
    RULE,
    REGISTRY,
    "KEYS_FILE: .*/fifo",
    "AGENT_PROXY_KEYS_FILE: ",
    "REDIS_CA_FILE: ",
  ])
    expect(stderr).toMatch(new RegExp(`${named}.* is not a regular file`));
});

/** Node's own message would quote ten characters. */
const quotesSecret = (text: string) =>
  Array.from(SECRET.slice(3), (_, from) => SECRET.slice(from, from + 4)).some((part) =>
    text.includes(part),
  );

type Broken = [file: string, content: string, shown: RegExp];

const RULE_SHOWN = /^\d: rollout-plan\/v1\/rules\/stage-ids-are-unique\.json/;
const TARGET = { id: SECRET, [SECRET]: 1, domains: [SECRET] };

/** No two in a row show the same. */
const BROKEN: Broken[] = [
  [RULE, SECRET, RULE_SHOWN],
  [TARGETS, JSON.stringify({ targets: [TARGET] }), /^4: targets\.json:1:13:/],
  [
    SPEC,
    JSON.stringify({ status: SECRET, data: { [SECRET]: SECRET } }),
    /^\d+: rollout-plan\/v1\/spec\.json/,
  ],
  [TARGETS, SECRET, /^1: targets\.json:1:1: is not valid JSON; fix its syntax$/],
  [RULE, JSON.stringify({ [SECRET]: { [SECRET]: 1 }, severity: SECRET }), RULE_SHOWN],
];

test("a running service says which file is broken, endless or too large, and the last good content stays in use", async () => {
  const service = await startService(settings());
  const validates = async () => {
    const headers = { Authorization: `Bearer ${key}` };
    return JSON.parse((await send(service, { path: "/api/validate", headers, body: REQUEST })).body)
      .valid;
  };
  /**
   * Replaces one file after the other by a link, and waits until the service says what is wrong.
   */
  const expectShown = async (links: Broken[], fault: () => Promise<string | undefined>) => {
    let restore = async () => {};
    for (const [file, by, shown] of links) {
      await restore();
      restore = await replaced(file, by);
      await eventually(async () => shown.test((await fault()) ?? ""));
      // The log has the whole message.
      expect(quotesSecret((await send(service, { path: "/readyz" })).body)).toBe(false);
      expect((await ready(service)).registries).toMatchObject([
        { targetProduct: "shop", usable: true },
      ]);
      expect(await validates()).toBe(true);
    }
    await restore();
    await eventually(async () => (await fault()) === undefined);
  };
  const written = ([file, content, shown]: Broken): Broken => [
    file,
    join(temporaryFolder({ broken: content }), "broken"),
    shown,
  ];
  const tooLarge = " ".repeat(5 * 1024 * 1024 + 1);
  // One after the other: a changed rule has the targets checked again, and would report the
  // registry too.
  await expectShown(
    [
      ...someOf(BROKEN, 3).map(written),
      [TARGETS, "/dev/zero", /^1: targets\.json: is not a regular file; use one$/],
      [
        RULE,
        at("fifo"),
        /^1: rollout-plan\/v1\/rules\/.*: the file is not a regular file; use one$/,
      ],
    ],
    async () => {
      const { rejected } = await ready(service);
      return rejected && `${rejected.errors}: ${rejected.first[0]}`;
    },
  );
  await expectShown(
    [
      written([
        REGISTRY,
        `{"generators":[{"id":"a"},"${SECRET}"]}`,
        /^\/generators\/1 must have an "id"/,
      ]),
      [REGISTRY, "/dev/zero", /^the file is not a regular file; use one$/],
      written([REGISTRY, tooLarge, /^the file is larger than 5 MiB; make it smaller$/]),
      [REGISTRY, at("fifo"), /^the file is not a regular file; use one$/],
    ],
    async () => (await ready(service)).registries[0].failure,
  );
  const said = JSON.stringify(service.logged("registry"));
  expect(said).toContain("taken.json is not a regular file");
  expect(said).toContain("taken.json is larger than 5 MiB");
  await replaced("keys.json", at("fifo"));
  const fault = `${at("keys.json")}: is not a regular file; use one`;
  await eventually(() =>
    JSON.stringify(service.logged("the last good keys stay in use")).includes(fault),
  );
  expect(await validates()).toBe(true);
  expect(await service.stop("SIGTERM")).toBe(0);
});

/**
 * A file system whose server never answers: every call to it hangs, as on a network mount whose
 * server is gone. Calls fail once it is released. Undefined where nobody may mount one.
 */
async function hungMount(): Promise<{ release(): void } | undefined> {
  const mountPoint = at("hung");
  await mkdir(mountPoint);
  try {
    const server = openSync("/dev/fuse", "r+");
    const options = `fd=3,rootmode=40000,user_id=${process.getuid?.()},group_id=${process.getgid?.()}`;
    const stdio = ["ignore" as const, "ignore" as const, "ignore" as const, server];
    execFileSync("mount", ["-i", "-t", "fuse", "-o", options, "hung", mountPoint], { stdio });
    let isMounted = true;
    return {
      release() {
        if (!isMounted) return;
        isMounted = false;
        closeSync(server);
        execFileSync("umount", ["-l", mountPoint]);
      },
    };
  } catch {
    return undefined;
  }
}

/**
 * Starts a service, puts its registry and a rule on a mount that hangs, and waits until it says so.
 */
async function withHungFiles(
  body: (
    service: RunningService,
    mount: { release(): void; restore(): Promise<void> },
  ) => Promise<void>,
): Promise<void> {
  const mount = await hungMount();
  if (mount === undefined)
    return void console.warn("skipped: mounting a file system needs root and /dev/fuse");
  const { KEYS_FILE, ...env } = settings();
  const service = await startService(env);
  try {
    const restoreRegistry = await replaced(REGISTRY, at("hung/registry"));
    const restoreRule = await replaced(RULE, at("hung/rule"));
    await eventually(async () => {
      const { rejected, registries } = await ready(service);
      return rejected !== undefined && registries[0].failure !== undefined;
    });
    await body(service, { ...mount, restore: () => restoreRegistry().then(restoreRule) });
  } finally {
    mount.release();
  }
}

slowTest("on a mount that hangs, a service says so, and a stop ends it", () =>
  withHungFiles(async (service) => {
    const { rejected, registries } = await ready(service);
    expect(rejected.first[0]).toMatch(/cannot be read within 5 s; check its disk or mount$/);
    expect(registries[0].failure).toBe(
      "the file cannot be read within 2 s; check its disk or mount",
    );
    expect(
      JSON.parse((await send(service, { path: "/api/validate", body: REQUEST })).body).valid,
    ).toBe(true);
    const exited = once(service.process, "exit");
    service.process.kill("SIGTERM");
    // A thread of Node hangs in the file system: process.exit() would wait for it, and this test in
    // vain.
    expect(await exited).toEqual([null, "SIGKILL"]);
    expect(
      service.logged("rules or targets have errors; the last good ones stay in use"),
    ).toHaveLength(1);
    const { stderr } = await assay(["serve"], {
      env: { ...settings(), PORT: "0", TARGETS_FILE: at("hung/targets.json") },
    });
    expect(stderr).toContain("cannot be read within 5 s; check its disk or mount");
  }),
);

slowTest("a service recovers when a mount no longer hangs", () =>
  withHungFiles(async (service, { release, restore }) => {
    await restore();
    release();
    await eventually(async () => {
      const { rejected, registries } = await ready(service);
      return rejected === undefined && registries[0].failure === undefined;
    });
    expect(await service.stop("SIGTERM")).toBe(0);
  }),
);

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { delimiter, join } from "node:path";
import { PACKAGE_ROOT } from "../../src/package-root.js";
import { readSettings, VARIABLES } from "../../src/service/config.js";
import { assay } from "../support/program.js";
import { RulesFolder } from "../support/rules-folder.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const EX_CONFIG = 78;
const names = Object.keys(VARIABLES);

describe("the environment", () => {
  test("may be empty", () => {
    expect(readSettings({})).toEqual({
      settings: {
        port: 8080,
        host: "127.0.0.1",
        serviceName: "assay",
        rulesDir: ["./rules"],
        targetsFile: "./config/targets.json",
        rateLimitCalls: 20,
        rateLimitWindowSeconds: 60,
        drainSeconds: 2,
        trustedProxies: [],
        identityClientId: "",
        identityClientSecret: "",
        allowedOrigins: [],
        site: true,
        logLevel: "info",
        nodeEnv: "",
      },
      errors: [],
      warnings: [],
    });
  });

  test("means the same with empty variables as without them", () => {
    expect(readSettings(Object.fromEntries(names.map((name) => [name, " "])))).toEqual(
      readSettings({}),
    );
  });

  test("is read whole", () => {
    const variables: [name: string, text: string, setting: unknown][] = [
      ["PORT", "9000", 9000],
      ["HOST", "0.0.0.0", "0.0.0.0"],
      ["MANAGEMENT_PORT", "9001", 9001],
      ["BASE_URL", "https://assay.example/check/", "https://assay.example/check"],
      ["SERVICE_NAME", "checker", "checker"],
      ["RULES_DIR", ["/rules", " /more"].join(delimiter), ["/rules", "/more"]],
      ["TARGETS_FILE", "/targets.json", "/targets.json"],
      [
        "REDIS_URL",
        "rediss://:secret@redis.example:6380/1",
        "rediss://:secret@redis.example:6380/1",
      ],
      ["REDIS_URL_FILE", "", undefined],
      ["REDIS_CA_FILE", "/ca.pem", "/ca.pem"],
      ["RATE_LIMIT_CALLS", "5", 5],
      ["RATE_LIMIT_WINDOW_SECONDS", "10", 10],
      ["TRUSTED_PROXIES", "10.0.0.0/8, ::1/128", [expect.anything(), expect.anything()]],
      [
        "IDENTITY_URL",
        "https://identity.example/introspect/",
        "https://identity.example/introspect/",
      ],
      ["IDENTITY_CLIENT_ID", "id", "id"],
      ["IDENTITY_CLIENT_SECRET", "secret", "secret"],
      ["IDENTITY_CLIENT_SECRET_FILE", "", undefined],
      ["KEYS_FILE", "/keys.json", "/keys.json"],
      ["AGENT_PROXY_KEYS_FILE", "/proxy.json", "/proxy.json"],
      ["AUDIENCE", "checker", "checker"],
      [
        "ALLOWED_ORIGINS",
        "https://app.example, http://localhost:3000",
        ["https://app.example", "http://localhost:3000"],
      ],
      ["SITE", "off", false],
      ["KEY_URL", "https://identity.example/keys", "https://identity.example/keys"],
      ["DRAIN_SECONDS", "10", 10],
      ["SECURITY_CONTACT", "mailto:security@assay.example", "mailto:security@assay.example"],
      ["LOG_LEVEL", "debug", "debug"],
      ["DEVELOPMENT_KEY", "off", "off"],
      ["NODE_ENV", "production", "production"],
    ];
    expect(variables.map(([name]) => name)).toEqual(names);
    const { settings, errors, warnings } = readSettings(Object.fromEntries(variables));
    expect(Object.values(settings)).toEqual(variables.map(([, , setting]) => setting));
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      "KEYS_FILE is not used, because IDENTITY_URL verifies the keys; unset one",
    ]);
  });

  test("is refused with every error at once, and without a secret", () => {
    const { errors } = readSettings({
      PORT: "http",
      MANAGEMENT_PORT: "70000",
      BASE_URL: "https://assay.example/?a=b",
      SERVICE_NAME: "my service",
      RULES_DIR: `rules${delimiter}`,
      REDIS_URL: "http://:pa55word@redis.example",
      RATE_LIMIT_CALLS: "0",
      RATE_LIMIT_WINDOW_SECONDS: "1.5",
      TRUSTED_PROXIES: "10.0.0.0/8,nonsense",
      IDENTITY_URL: "https://me:pa55word@identity.example",
      ALLOWED_ORIGINS: "https://app.example/path",
      LOG_LEVEL: "loud",
    });
    expect(errors.join()).not.toContain("pa55word");
    expect(errors).toEqual([
      'PORT must be a whole number from 0 to 65535, not "http"',
      'MANAGEMENT_PORT must be a whole number from 0 to 65535, not "70000"',
      "BASE_URL must have no query, fragment or credentials",
      "SERVICE_NAME must be up to 64 letters, digits, hyphens and underscores",
      `RULES_DIR must name a folder on both sides of each "${delimiter}"`,
      "REDIS_URL must be redis://host:6379, redis+sentinel://host,host/name or redis+cluster://host,host, or start with rediss for TLS",
      'RATE_LIMIT_CALLS must be a whole number from 1 to 100000, not "0"',
      'RATE_LIMIT_WINDOW_SECONDS must be a whole number from 1 to 86400, not "1.5"',
      "TRUSTED_PROXIES: nonsense is not an address or CIDR",
      "IDENTITY_URL must have no user name or password; use IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET",
      'ALLOWED_ORIGINS must list origins such as https://app.example, not "https://app.example/path"',
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud"',
      "IDENTITY_URL needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET beside it",
    ]);
  });

  test("may name files with secrets, one form of each", () => {
    const folder = temporaryFolder({
      redis: "rediss://:pa55word@redis.example\n",
      secret: "pa55word\n",
      empty: "\n",
    });
    const identity = { IDENTITY_URL: "https://identity.example", IDENTITY_CLIENT_ID: "assay" };
    const read = (env: Record<string, string>) => readSettings({ ...identity, ...env });
    const files = {
      REDIS_URL_FILE: join(folder, "redis"),
      IDENTITY_CLIENT_SECRET_FILE: join(folder, "secret"),
    };
    const { settings, errors } = read(files);
    expect(errors).toEqual([]);
    expect(settings).toMatchObject({
      redisUrl: "rediss://:pa55word@redis.example",
      identityClientSecret: "pa55word",
    });
    expect(read({ ...files, REDIS_URL: "redis://a", IDENTITY_CLIENT_SECRET: "b" }).errors).toEqual([
      "REDIS_URL and REDIS_URL_FILE are both set; set one of them",
      "IDENTITY_CLIENT_SECRET and IDENTITY_CLIENT_SECRET_FILE are both set; set one of them",
    ]);
    expect(read({ ...files, REDIS_URL_FILE: join(folder, "empty") }).errors).toEqual([
      `REDIS_URL_FILE: ${join(folder, "empty")} is empty; write the value of REDIS_URL into it`,
    ]);
    const wrong = read({
      REDIS_URL_FILE: files.IDENTITY_CLIENT_SECRET_FILE,
      IDENTITY_CLIENT_SECRET_FILE: "/dev/zero",
    });
    expect(wrong.errors).toEqual([
      expect.stringMatching(/^REDIS_URL must be redis:/),
      expect.stringMatching(/^IDENTITY_CLIENT_SECRET_FILE: \/dev\/zero is not a regular file/),
      expect.stringMatching(/^IDENTITY_URL needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET/),
    ]);
    expect(wrong.errors.join()).not.toContain("pa55word");
  });

  test("may have a variable of ours misspelled, which is said, and any of other programs", () => {
    const others = {
      HOME: "/",
      HOSTNAME: "a",
      PATH: "/bin",
      ASSAY_PORT: "tcp://10.0.0.1:80",
      npm_config_port: "1",
    };
    expect(readSettings(others)).toEqual(readSettings({}));
    expect(readSettings({ RATE_LIMIT_CALL: "5", redis_url: "redis://a" }).warnings).toEqual([
      "RATE_LIMIT_CALL is not a variable of assay; did you mean RATE_LIMIT_CALLS?",
      "redis_url is not a variable of assay; did you mean REDIS_URL?",
    ]);
  });

  test("is explained by --help, every variable of it", async () => {
    const { code, stdout, stderr } = await assay(["serve", "--help"], {
      env: { PORT: "nonsense" },
    });
    expect([code, stderr]).toEqual([0, ""]);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^ +${name} +\\S`, "m"));
  });

  test("is explained in docs/configuration.md by the same words", async () => {
    const manual = await readFile("docs/configuration.md", "utf8");
    const rows = Object.entries(VARIABLES).map(
      ([name, { default: preset, meaning }]) =>
        `- \`${name}\`${preset === "" ? "" : ` (${preset})`}: ${meaning}`,
    );
    expect(manual).toContain(`\n${rows.join("\n")}\n`);
  });
});

describe("--check", () => {
  test("says what would be served, warns of a variable that is probably misspelled, and starts nothing", async () => {
    const { code, stdout, stderr } = await assay(["serve", "--check"], {
      env: { RATE_LIMIT_CALL: "5" },
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^warning: .*did you mean RATE_LIMIT_CALLS\?\nassay can start: 1 spec package of \.\/rules, 1 target product of \.\/config\/targets\.json\n$/,
    );
  });

  test("names the rules and targets that assay has itself, where a folder has none", async () => {
    const { code, stdout } = await assay(["serve", "--check"], { cwd: temporaryFolder() });
    expect(code).toBe(0);
    for (const path of ["rules", "config/targets.json"])
      expect(stdout).toContain(` of ${join(PACKAGE_ROOT, path)}`);
  });
});

describe("a service that cannot start says why, and that a restart will not help", () => {
  const start = async (env: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await assay(["serve", ...args], {
      env: { PORT: "0", ...env },
    });
    return { code, stdout, said: stderr.trimEnd().split("\n  ") };
  };

  test("an argument is refused, and nothing in it controls the terminal", async () => {
    const { code, stderr } = await assay(["serve", "--\u001b[31m\u009b2J\u202e"]);
    expect(code).toBe(2);
    expect(stderr).toContain("Unknown option '--\u241b[31m\ufffd2J\ufffd'");
    expect(stderr).toContain("--help");
  });

  const KEYS_FILE = "keys.json";
  const CA = { REDIS_CA_FILE: "/ca.pem" };
  test.each<[env: Record<string, string>, ...errors: string[]]>([
    [{ HOST: "0.0.0.0" }, "DEVELOPMENT_KEY"],
    [{ HOST: "0.0.0.0", DEVELOPMENT_KEY: "off" }, "DEVELOPMENT_KEY"],
    [{ HOST: "0.0.0.0", DEVELOPMENT_KEY: "on" }],
    [{ HOST: "0.0.0.0", KEYS_FILE }],
    [{ HOST: "localhost" }],
    [{ HOST: "::1" }],
    [{ DEVELOPMENT_KEY: "yes" }, "DEVELOPMENT_KEY"],
    [{ DEVELOPMENT_KEY: "off" }, "DEVELOPMENT_KEY"],
    [{ DEVELOPMENT_KEY: "off", KEYS_FILE }],
    [{ NODE_ENV: "production" }, "IDENTITY_URL or KEYS_FILE"],
    [{ PORT: "9000", MANAGEMENT_PORT: "9000" }, "MANAGEMENT_PORT must differ from PORT"],
    [{ PORT: "0", MANAGEMENT_PORT: "0" }],
    [
      { REDIS_URL: "redis://a", ...CA },
      "REDIS_CA_FILE needs a REDIS_URL with TLS, such as rediss://host:6379",
    ],
    [{ REDIS_URL: "rediss://a", ...CA }],
    [{ REDIS_URL: "rediss+sentinel://a,b/name", ...CA }],
  ])("%j is accepted, or refused with a reason", (env, ...errors) => {
    expect(readSettings(env).errors).toEqual(errors.map((error) => expect.stringContaining(error)));
  });

  test("all errors of variables and of the files that they name are said, each under its variable", async () => {
    const rules = new RulesFolder();
    rules.write("generator-option/v1/spec.json", "{");
    const registry = { url: "http://localhost:8090/generators" };
    const target = {
      id: "studio",
      url: "http://localhost:8090",
      domains: ["generator-options"],
      registry,
    };
    const folder = temporaryFolder({
      "targets.json": { targets: [target, { ...target, id: "B b" }] },
      "keys.json": { keys: [{ id: 7 }] },
    });
    const { code, stdout, said } = await start({
      PORT: "abc",
      LOG_LEVEL: "loud",
      RULES_DIR: rules.dir,
      TARGETS_FILE: join(folder, "targets.json"),
      KEYS_FILE: join(folder, "keys.json"),
      AGENT_PROXY_KEYS_FILE: join(folder, "nowhere.json"),
      REDIS_URL: "rediss://a",
      REDIS_CA_FILE: "package.json",
    });
    expect([code, stdout]).toEqual([EX_CONFIG, ""]);
    expect(said).toEqual([
      "assay cannot start:",
      expect.stringMatching(/^PORT must be a whole number/),
      expect.stringMatching(/^LOG_LEVEL must be one of/),
      expect.stringMatching(/^RULES_DIR: .*\/generator-option\/v1\/spec\.json:1:2: not JSON/),
      expect.stringMatching(/^TARGETS_FILE: .*targets\.json:1:\d+: \/targets\/1\/id: must match/),
      expect.stringMatching(
        /^KEYS_FILE: .*keys\.json: \/keys\/0: must have required property 'sha256'$/,
      ),
      expect.stringMatching(/^KEYS_FILE: .*keys\.json: \/keys\/0\/id: must be string$/),
      expect.stringMatching(
        /^AGENT_PROXY_KEYS_FILE: .*nowhere\.json: cannot be read: no such file .*; check the path$/,
      ),
      expect.stringMatching(/^REDIS_CA_FILE: package\.json: has no certificates in PEM: /),
    ]);
  });

  test("a port that is taken is named", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { code, said } = await start({ PORT: String(port) });
    const reason = expect.stringMatching(`^PORT: address already in use 127.0.0.1:${port}; choose`);
    expect([code, said]).toEqual([EX_CONFIG, ["assay cannot start:", reason]]);
    other.close();
  });
});

import {
  baseUrl,
  folders,
  identityUrl,
  oneOf,
  optional,
  origins,
  type Parse,
  proxies,
  redisUrl,
  serviceName,
  string,
  url,
  whole,
} from "./parse-variable.js";
import { didYouMean } from "./text/did-you-mean.js";

/** A variable that is a whole number. Its meaning names the bounds. */
function number<T extends number | undefined>(
  preset: string,
  meaning: string,
  [least, most]: readonly [number, number],
  wrap: (parse: Parse<number>) => Parse<T>,
) {
  const bounds = `${least} to ${most.toLocaleString("en-US")}`;
  return { default: preset, meaning: `${meaning} (${bounds})`, parse: wrap(whole(least, most)) };
}
const required = <T>(parse: Parse<T>): Parse<T> => parse;

interface Variable {
  readonly default: string;
  readonly meaning: string;
  readonly parse: Parse<unknown>;
}

/** Every variable that the service reads, as `--help` and docs/configuration.md list them. */
export const VARIABLES = {
  PORT: number("8080", "port of the service; 0 chooses a free one", [0, 65_535], required),
  HOST: { default: "127.0.0.1", meaning: "address to listen on", parse: string },
  MANAGEMENT_PORT: number("", "port of /metrics on the same address; unset: no metrics", [0, 65_535], optional),
  BASE_URL: {
    default: "",
    meaning: "public URL of the service, for the links in responses; unset: http://localhost:PORT",
    parse: optional(baseUrl),
  },
  SERVICE_NAME: {
    default: "assay",
    meaning: "name of the service in capabilities, such as assay.validateProposal",
    parse: serviceName,
  },
  RULES_DIR: {
    default: "./rules",
    meaning: "folder of the spec packages, or several separated like those of PATH",
    parse: folders,
  },
  TARGETS_FILE: { default: "./config/targets.json", meaning: "target products and their registries", parse: string },
  REDIS_URL: {
    default: "",
    meaning: "Redis, Sentinel or Cluster that instances share for rate limits and nonces; unset: in process",
    parse: optional(redisUrl),
  },
  REDIS_CA_FILE: {
    default: "",
    meaning: "PEM certificates of the private CA of a Redis with TLS",
    parse: optional(string),
  },
  RATE_LIMIT_CALLS: number("20", "calls that a caller may make in the window", [1, 100_000], required),
  RATE_LIMIT_WINDOW_SECONDS: number("60", "length of the window, in seconds", [1, 86_400], required),
  TRUSTED_PROXIES: {
    default: "",
    meaning: "CIDRs of proxies whose X-Forwarded-For is trusted, separated by commas",
    parse: proxies,
  },
  IDENTITY_URL: {
    default: "",
    meaning: "RFC 7662 introspection endpoint of the identity service",
    parse: optional(identityUrl),
  },
  IDENTITY_CLIENT_ID: { default: "", meaning: "client id at the identity service", parse: string },
  IDENTITY_CLIENT_SECRET: { default: "", meaning: "client secret at the identity service", parse: string },
  KEYS_FILE: {
    default: "",
    meaning: "hashed keys, without an identity service; `assay keys new` creates an entry",
    parse: optional(string),
  },
  AGENT_PROXY_KEYS_FILE: {
    default: "",
    meaning: "JWK Set of the agent-auth proxy; unset: no proxy calls",
    parse: optional(string),
  },
  AUDIENCE: {
    default: "",
    meaning: "audience that proxy calls must be signed for; unset: host of BASE_URL",
    parse: optional(string),
  },
  ALLOWED_ORIGINS: { default: "", meaning: "web origins that may call /mcp, separated by commas", parse: origins },
  SITE: {
    default: "on",
    meaning: "pages for people: start page, playground, rules, reference; off: the API alone",
    parse: oneOf(["off", "on"], "on or off"),
  },
  KEY_URL: {
    default: "",
    meaning: "where people get a key, as pages and /llms.txt say",
    parse: optional(url("http:", "https:")),
  },
  DRAIN_SECONDS: number(
    "2",
    "how long a stopping service still accepts connections, until the load balancer has noticed, in seconds",
    [0, 600],
    required,
  ),
  SECURITY_CONTACT: {
    default: "",
    meaning: "mailto: or https: URL for reports of vulnerabilities, for /.well-known/security.txt; unset: no such file",
    parse: optional(url("mailto:", "https:")),
  },
  LOG_LEVEL: {
    default: "info",
    meaning: "trace, debug, info, warn, error, fatal or silent",
    parse: oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    default: "",
    meaning: "OpenTelemetry collector that spans are sent to over OTLP/HTTP; unset: no tracing",
    parse: optional(url("http:", "https:")),
  },
  DEVELOPMENT_KEY: {
    default: "",
    meaning: "without other keys, on: create a development key even if HOST is not loopback; off: do not start",
    parse: optional(oneOf(["off", "on"], "on or off")),
  },
  NODE_ENV: {
    default: "",
    meaning: "production: the service does not start without IDENTITY_URL or KEYS_FILE",
    parse: string,
  },
} as const satisfies Record<string, Variable>;

export type Env = Readonly<Record<string, string | undefined>>;

type Values = { [Name in keyof typeof VARIABLES]: ReturnType<(typeof VARIABLES)[Name]["parse"]> };

export type Settings = ReturnType<typeof settingsOf>;

/** Shorter names belong to other programs, such as HOME. */
const MIN_MISSPELLED_LENGTH = 6;

/**
 * The settings, all errors of the environment, and warnings about variables that are probably misspelled. Even with
 * errors, the settings name the files, so that those can be checked too.
 */
export function readSettings(env: Env): { settings: Settings; errors: string[]; warnings: string[] } {
  const errors: string[] = [];
  const parsed = Object.entries<Variable>(VARIABLES).map(([name, variable]) => {
    const value = env[name]?.trim() || variable.default;
    return [name, variable.parse(value, name, (error) => errors.push(error))];
  });
  const values = Object.fromEntries(parsed) as Values;
  return { settings: settingsOf(values), errors: [...errors, ...conflicts(values)], warnings: misspelled(env) };
}

function misspelled(env: Env): string[] {
  const names = Object.keys(VARIABLES);
  return Object.keys(env).flatMap((name) => {
    const meant = names.includes(name) || name.length < MIN_MISSPELLED_LENGTH ? undefined : didYouMean(name, names);
    return meant === undefined ? [] : [`${name} is not a variable of assay; did you mean ${meant}?`];
  });
}

function settingsOf(values: Values) {
  const { IDENTITY_URL, IDENTITY_CLIENT_ID: clientId, IDENTITY_CLIENT_SECRET: clientSecret } = values;
  return {
    port: values.PORT,
    host: values.HOST,
    managementPort: values.MANAGEMENT_PORT,
    /** If undefined, it follows from the port that the service listens on. */
    baseUrl: values.BASE_URL,
    serviceName: values.SERVICE_NAME,
    rulesDirs: values.RULES_DIR,
    targetsFile: values.TARGETS_FILE,
    redisUrl: values.REDIS_URL,
    redisCaFile: values.REDIS_CA_FILE,
    quota: { calls: values.RATE_LIMIT_CALLS, windowSeconds: values.RATE_LIMIT_WINDOW_SECONDS },
    trustedProxies: values.TRUSTED_PROXIES,
    identity: IDENTITY_URL === undefined ? undefined : { url: IDENTITY_URL, clientId, clientSecret },
    keysFile: values.KEYS_FILE,
    agentProxyKeysFile: values.AGENT_PROXY_KEYS_FILE,
    audience: values.AUDIENCE,
    allowedOrigins: values.ALLOWED_ORIGINS,
    site: values.SITE === "on",
    keyUrl: values.KEY_URL,
    drainSeconds: values.DRAIN_SECONDS,
    securityContact: values.SECURITY_CONTACT,
    logLevel: values.LOG_LEVEL,
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    production: values.NODE_ENV === "production",
  };
}

/** Errors of variables that are valid by themselves, but not together. */
function* conflicts(values: Values): Iterable<string> {
  const { PORT, HOST, MANAGEMENT_PORT, IDENTITY_URL, IDENTITY_CLIENT_ID, IDENTITY_CLIENT_SECRET, KEYS_FILE } = values;
  if (PORT !== 0 && PORT === MANAGEMENT_PORT) yield "MANAGEMENT_PORT must be another port than PORT";
  if (IDENTITY_URL !== undefined && (IDENTITY_CLIENT_ID === "" || IDENTITY_CLIENT_SECRET === ""))
    yield "IDENTITY_URL needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET beside it";
  if (values.REDIS_CA_FILE !== undefined && !values.REDIS_URL?.startsWith("rediss"))
    yield "REDIS_CA_FILE needs a REDIS_URL with TLS, such as rediss://host:6379";
  if (IDENTITY_URL !== undefined || KEYS_FILE !== undefined) return;
  if (values.NODE_ENV === "production")
    yield "NODE_ENV=production needs IDENTITY_URL or KEYS_FILE: a development key is made only for development";
  else if (values.DEVELOPMENT_KEY === "off")
    yield "DEVELOPMENT_KEY=off needs IDENTITY_URL or KEYS_FILE: without any key, nobody could call the service";
  else if (!isLoopback(HOST) && values.DEVELOPMENT_KEY !== "on")
    yield `HOST=${HOST} can be reached by others: set IDENTITY_URL or KEYS_FILE, or DEVELOPMENT_KEY=on to serve them with a development key`;
}

/** Whether an address can be reached only from this machine. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

export function helpText(): string {
  const width = Math.max(...Object.keys(VARIABLES).map((name) => name.length));
  const lines = Object.entries(VARIABLES).map(([name, variable]) => {
    const preset = variable.default === "" ? "" : ` (${variable.default})`;
    return `  ${name.padEnd(width)}  ${variable.meaning}${preset}`;
  });
  const usage = "Usage: npm start [-- --check]";
  const check =
    "With --check, it validates configuration, rules and targets, starts nothing, and exits with 78 on errors.";
  return `${usage}\n\nServes proposal checks over REST and MCP. ${check}\nIt is configured by environment variables:\n\n${lines.join("\n")}\n`;
}

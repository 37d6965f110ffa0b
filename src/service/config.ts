import { delimiter } from "node:path";
import { readBoundedSync, UnreadableFile } from "../ground/files/bounded-file.js";
import { didYouMean } from "../ground/text/did-you-mean.js";
import { type AddressRange, parseRange } from "./auth/client-address.js";
import { parseRedisUrl } from "./rate-limit/redis-client.js";

/** After a call of `report`, the result only serves to check the other variables. */
type Parse<T> = (value: string, name: string, report: (error: string) => void) => T;

const asIs: Parse<string> = (value) => value;

const whole =
  (least: number, most: number): Parse<number> =>
  (value, name, report) => {
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most)
      return Number(value);
    report(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return least;
  };

const oneOf =
  (values: readonly string[], inWords = `one of ${values.join(", ")}`): Parse<string> =>
  (value, name, report) => {
    if (values.includes(value)) return value;
    report(`${name} must be ${inWords}, not "${value}"`);
    return values.at(-1) ?? "";
  };

const url =
  (...schemes: string[]): Parse<string> =>
  (value, name, report) => {
    // The message does not repeat the URL, which may hold a password.
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
      report(`${name} must be a URL that starts with ${schemes.map(startOf).join(" or ")}`);
    return value;
  };

const webUrl = url("http:", "https:");
const startOf = (scheme: string) => (scheme === "mailto:" ? scheme : `${scheme}//`);

const redisUrl: Parse<string> = (value, name, report) => {
  if (parseRedisUrl(value) === undefined)
    report(
      `${name} must be redis://host:6379, redis+sentinel://host,host/name or redis+cluster://host,host, or start with rediss for TLS`,
    );
  return value;
};

const baseUrl: Parse<string> = (value, name, report) => {
  if (/[?#@]/.test(value)) report(`${name} must have no query, fragment or credentials`);
  // Paths are appended to it.
  return webUrl(value, name, report).replace(/\/+$/, "");
};

const identityUrl: Parse<string> = (value, name, report) => {
  const { username, password } = URL.canParse(value) ? new URL(value) : {};
  if (username || password)
    report(
      `${name} must have no user name or password; use IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET`,
    );
  return webUrl(value, name, report);
};

const serviceName: Parse<string> = (value, name, report) => {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value))
    report(`${name} must be up to 64 letters, digits, hyphens and underscores`);
  return value;
};

const proxies: Parse<AddressRange[]> = (value, name, report) =>
  commaSeparated(value).flatMap((entry) => {
    const range = parseRange(entry);
    if (range === undefined) report(`${name}: ${entry} is not an address or CIDR`);
    return range === undefined ? [] : [range];
  });

const folders: Parse<string[]> = (value, name, report) => {
  const named = value.split(delimiter).map((item) => item.trim());
  if (named.includes("")) report(`${name} must name a folder on both sides of each "${delimiter}"`);
  return named.filter(Boolean);
};

const origins: Parse<string[]> = (value, name, report) => {
  const allowed = commaSeparated(value);
  for (const origin of allowed)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      report(`${name} must list origins such as https://app.example, not "${origin}"`);
  return allowed;
};

function commaSeparated(value: string): string[] {
  const items = value.split(",").map((item) => item.trim());
  return items.filter(Boolean);
}

const variable = <T>(preset: string, meaning: string, parse: Parse<T>) => ({
  default: preset,
  meaning,
  parse,
});

/** Undefined if it is unset. */
const optional = <T>(meaning: string, parser: Parse<T>) =>
  variable("", meaning, (value, name, report) =>
    value === "" ? undefined : parser(value, name, report),
  );

const number = (preset: number, meaning: string, least: number, most: number) =>
  variable(
    `${preset}`,
    `${meaning} (${least} to ${most.toLocaleString("en-US")})`,
    whole(least, most),
  );

const onOrOff = oneOf(["off", "on"], "on or off");
const flag: Parse<boolean> = (...args) => onOrOff(...args) === "on";

/** As `--help` and docs/configuration.md list them. */
export const VARIABLES = {
  PORT: number(8080, "port of the service; 0 chooses a free one", 0, 65_535),
  HOST: variable("127.0.0.1", "address to listen on", asIs),
  MANAGEMENT_PORT: optional(
    "port of /metrics on the same address; unset: no metrics (0 to 65,535)",
    whole(0, 65_535),
  ),
  BASE_URL: optional("public URL, for links; unset: http://localhost:PORT", baseUrl),
  SERVICE_NAME: variable(
    "assay",
    "name in capabilities, such as assay.validateProposal",
    serviceName,
  ),
  RULES_DIR: variable(
    "./rules",
    "folders of spec packages, separated like PATH; if ./rules is missing, those that ship",
    folders,
  ),
  TARGETS_FILE: variable(
    "./config/targets.json",
    "target products and their registries; if the file is missing, those that ship",
    asIs,
  ),
  REDIS_URL: optional(
    "Redis, Sentinel or Cluster for shared rate limits and nonces; unset: in process",
    redisUrl,
  ),
  REDIS_URL_FILE: optional("file with the REDIS_URL", asIs),
  REDIS_CA_FILE: optional("PEM certificates of a private CA for rediss", asIs),
  RATE_LIMIT_CALLS: number(20, "calls of a caller in the window", 1, 100_000),
  RATE_LIMIT_WINDOW_SECONDS: number(60, "length of the window", 1, 86_400),
  TRUSTED_PROXIES: variable(
    "",
    "CIDRs of proxies whose X-Forwarded-For is trusted, separated by commas",
    proxies,
  ),
  IDENTITY_URL: optional("RFC 7662 introspection endpoint", identityUrl),
  IDENTITY_CLIENT_ID: variable("", "client id there", asIs),
  IDENTITY_CLIENT_SECRET: variable("", "client secret there", asIs),
  IDENTITY_CLIENT_SECRET_FILE: optional("file with the IDENTITY_CLIENT_SECRET", asIs),
  KEYS_FILE: optional("hashed keys, without IDENTITY_URL; `assay keys new` creates an entry", asIs),
  AGENT_PROXY_KEYS_FILE: optional("JWK Set of the agent-auth proxy; unset: no proxy calls", asIs),
  AUDIENCE: optional("audience of signed calls; unset: host of BASE_URL", asIs),
  ALLOWED_ORIGINS: variable(
    "",
    "web origins that may call the service, separated by commas",
    origins,
  ),
  SITE: variable("on", "pages for people; off: the API alone", flag),
  KEY_URL: optional("where people get a key", webUrl),
  DRAIN_SECONDS: number(2, "how long a stopping service still accepts connections", 0, 600),
  SECURITY_CONTACT: optional(
    "mailto: or https: URL for /.well-known/security.txt",
    url("mailto:", "https:"),
  ),
  LOG_LEVEL: variable(
    "info",
    "trace, debug, info, warn, error, fatal or silent",
    oneOf(["trace", "debug", "info", "warn", "error", "fatal", "silent"]),
  ),
  DEVELOPMENT_KEY: optional(
    "without other keys, on: create a development key for any HOST; off: do not start",
    onOrOff,
  ),
  NODE_ENV: variable("", "production: do not start without IDENTITY_URL or KEYS_FILE", asIs),
};

export type Env = Readonly<Record<string, string | undefined>>;

type Variables = typeof VARIABLES;

/** RATE_LIMIT_CALLS is `rateLimitCalls`. */
export type Settings = {
  readonly [Name in keyof Variables as CamelCase<Name>]: ReturnType<Variables[Name]["parse"]>;
};

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Others}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Others>>}`
  : Lowercase<Name>;

function camelCase(name: string): string {
  return name.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Shorter names belong to other programs, such as HOME. */
const MIN_MISSPELLED_LENGTH = 6;

/** The settings are there despite errors, so the files that they name can be checked too. */
export function readSettings(env: Env): {
  settings: Settings;
  errors: string[];
  warnings: string[];
} {
  const errors: string[] = [];
  const parsed = Object.entries(VARIABLES).map(([name, variable]) => {
    const report = (error: string) => void errors.push(error);
    const value = readText(name, env, report) || variable.default;
    return [camelCase(name), variable.parse(value, name, report)];
  });
  const settings = Object.fromEntries(parsed) as Settings;
  return {
    settings,
    errors: [...errors, ...conflicts(settings)],
    warnings: [
      ...misspelled(env),
      ...(settings.identityUrl && settings.keysFile
        ? ["KEYS_FILE is not used, because IDENTITY_URL verifies the keys; unset one"]
        : []),
    ],
  };
}

const MAX_SECRET_BYTES = 4 * 1024;

/** The text of a variable, or of the file that the variable with `_FILE` behind its name gives. */
function readText(name: string, env: Env, report: (error: string) => void): string {
  const text = env[name]?.trim() ?? "";
  const byFile = `${name}_FILE`;
  const path = (Object.hasOwn(VARIABLES, byFile) && env[byFile]?.trim()) || "";
  if (path === "") return text;
  if (text !== "") report(`${name} and ${byFile} are both set; set one of them`);
  try {
    const content = readBoundedSync(path, MAX_SECRET_BYTES).toString().trim();
    if (content === "") report(`${byFile}: ${path} is empty; write the value of ${name} into it`);
    return content;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    report(`${byFile}: ${error.message}`);
    return text;
  }
}

function misspelled(env: Env): string[] {
  const names = Object.keys(VARIABLES);
  return Object.keys(env).flatMap((name) => {
    const meant =
      names.includes(name) || name.length < MIN_MISSPELLED_LENGTH
        ? undefined
        : didYouMean(name, names);
    return meant === undefined
      ? []
      : [`${name} is not a variable of assay; did you mean ${meant}?`];
  });
}

function* conflicts(settings: Settings): Iterable<string> {
  const { port, host, identityUrl } = settings;
  if (port !== 0 && port === settings.managementPort) yield "MANAGEMENT_PORT must differ from PORT";
  if (identityUrl !== undefined && !(settings.identityClientId && settings.identityClientSecret))
    yield "IDENTITY_URL needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET beside it";
  if (settings.redisCaFile !== undefined && !settings.redisUrl?.startsWith("rediss"))
    yield "REDIS_CA_FILE needs a REDIS_URL with TLS, such as rediss://host:6379";
  if (identityUrl !== undefined || settings.keysFile !== undefined) return;
  if (settings.nodeEnv === "production")
    yield "NODE_ENV=production needs IDENTITY_URL or KEYS_FILE: a development key is made only for development";
  else if (settings.developmentKey === "off")
    yield "DEVELOPMENT_KEY=off needs IDENTITY_URL or KEYS_FILE: without any key, nobody could call the service";
  else if (!/^(localhost|::1|127(\.\d{1,3}){3})$/.test(host) && settings.developmentKey !== "on")
    yield `HOST=${host} can be reached by others: set IDENTITY_URL or KEYS_FILE, or DEVELOPMENT_KEY=on to serve them with a development key`;
}

export function variablesHelp(): string {
  const width = Math.max(...Object.keys(VARIABLES).map((name) => name.length));
  const lines = Object.entries(VARIABLES).map(([name, variable]) => {
    const preset = variable.default === "" ? "" : ` (${variable.default})`;
    return `  ${name.padEnd(width)}  ${variable.meaning}${preset}`;
  });
  return `\nEnvironment variables:\n${lines.join("\n")}\n`;
}

import { type AddressRange, parseTrustedProxies } from "./auth/trusted-proxies.js";

/** Every variable that the service reads, as `--help` and the README list them. */
export const VARIABLES = {
  PORT: { default: "8080", meaning: "port of the service; 0 takes a free one" },
  HOST: { default: "127.0.0.1", meaning: "address to listen on" },
  MANAGEMENT_PORT: { default: "", meaning: "port of /metrics on the same address; unset: no metrics" },
  BASE_URL: { default: "http://localhost:PORT", meaning: "where callers reach the service, for the links in answers" },
  SERVICE_NAME: { default: "assay", meaning: "name of the service in capabilities, e.g. assay.validateProposal" },
  RULES_DIR: { default: "./rules", meaning: "folder of the spec packages" },
  TARGETS_FILE: { default: "./config/targets.json", meaning: "target products and their registries" },
  REDIS_URL: { default: "", meaning: "Redis that instances share for call rates and nonces; unset: in process" },
  RATE_LIMIT_CALLS: { default: "20", meaning: "calls that a caller may make in the window" },
  RATE_LIMIT_WINDOW_SECONDS: { default: "60", meaning: "length of the window" },
  TRUSTED_PROXIES: { default: "", meaning: "CIDRs of proxies whose X-Forwarded-For is believed, separated by commas" },
  IDENTITY_URL: { default: "", meaning: "RFC 7662 introspection endpoint of the identity service" },
  IDENTITY_CLIENT_ID: { default: "", meaning: "client id at the identity service" },
  IDENTITY_CLIENT_SECRET: { default: "", meaning: "client secret at the identity service" },
  KEYS_FILE: { default: "", meaning: "hashed keys, where there is no identity service" },
  AGENT_PROXY_KEYS_FILE: { default: "", meaning: "JWK Set of the agent-auth proxy; unset: no proxy calls" },
  AUDIENCE: { default: "host of BASE_URL", meaning: "audience that proxy calls must be signed for" },
  ALLOWED_ORIGINS: { default: "", meaning: "web origins that may call /mcp, separated by commas" },
  LOG_LEVEL: { default: "info", meaning: "trace, debug, info, warn, error, fatal or silent" },
  DEVELOPMENT_KEY: {
    default: "",
    meaning: "on: make a development key although HOST is no loopback address and no keys are configured",
  },
  NODE_ENV: { default: "", meaning: "production refuses to start without IDENTITY_URL or KEYS_FILE" },
} as const;

export type Env = Readonly<Record<string, string | undefined>>;

export interface Settings {
  port: number;
  host: string;
  managementPort?: number;
  /** Without one, it follows from the port that is listened on. */
  baseUrl?: string;
  serviceName: string;
  rulesDir: string;
  targetsFile: string;
  redisUrl?: string;
  quota: { calls: number; windowSeconds: number };
  trustedProxies: AddressRange[];
  identity?: { url: string; clientId: string; clientSecret: string };
  keysFile?: string;
  agentProxyKeysFile?: string;
  audience?: string;
  allowedOrigins: string[];
  logLevel: string;
  production: boolean;
}

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

/** The settings and every fault of the environment. With a fault they still say which files to look for more faults in. */
export function readSettings(env: Env): { settings: Settings; faults: string[] } {
  const faults: string[] = [];
  const text = (name: keyof typeof VARIABLES): string | undefined => env[name]?.trim() || undefined;
  const or = (name: keyof typeof VARIABLES): string => text(name) ?? VARIABLES[name].default;
  const whole = (name: keyof typeof VARIABLES, least: number, most: number): number => {
    const value = or(name);
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    faults.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return least;
  };
  const url = (name: keyof typeof VARIABLES, schemes: string[]): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    // The value itself is not repeated: it may hold a password.
    if (!schemes.includes(parsed?.protocol ?? ""))
      faults.push(`${name} must be a URL that starts with ${schemes.map((s) => `${s}//`).join(" or ")}`);
    return value;
  };
  const list = (name: keyof typeof VARIABLES): string[] =>
    (text(name) ?? "")
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  const level = (): string => {
    const value = or("LOG_LEVEL");
    if (LEVELS.includes(value)) return value;
    faults.push(`LOG_LEVEL must be one of ${LEVELS.join(", ")}, not "${value}"`);
    return VARIABLES.LOG_LEVEL.default;
  };
  const proxies = (): AddressRange[] => {
    try {
      return parseTrustedProxies(text("TRUSTED_PROXIES") ?? "");
    } catch (error) {
      faults.push(...(error as { faults: string[] }).faults.map((fault) => `TRUSTED_PROXIES: ${fault}`));
      return [];
    }
  };

  const optional = {
    managementPort: text("MANAGEMENT_PORT") === undefined ? undefined : whole("MANAGEMENT_PORT", 0, 65_535),
    // Paths are put behind it. The other URLs are used as they are given.
    baseUrl: url("BASE_URL", ["http:", "https:"])?.replace(/\/$/, ""),
    redisUrl: url("REDIS_URL", ["redis:", "rediss:"]),
    keysFile: text("KEYS_FILE"),
    agentProxyKeysFile: text("AGENT_PROXY_KEYS_FILE"),
    audience: text("AUDIENCE"),
    identity: identity(),
  };
  const settings: Settings = {
    port: whole("PORT", 0, 65_535),
    host: or("HOST"),
    serviceName: or("SERVICE_NAME"),
    rulesDir: or("RULES_DIR"),
    targetsFile: or("TARGETS_FILE"),
    quota: {
      calls: whole("RATE_LIMIT_CALLS", 1, 100_000),
      windowSeconds: whole("RATE_LIMIT_WINDOW_SECONDS", 1, 86_400),
    },
    trustedProxies: proxies(),
    allowedOrigins: list("ALLOWED_ORIGINS"),
    logLevel: level(),
    production: env.NODE_ENV === "production",
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) as Partial<Settings>),
  };
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(settings.serviceName)) {
    faults.push("SERVICE_NAME must be up to 64 letters, digits, hyphens and underscores");
  }
  if (settings.port !== 0 && settings.port === settings.managementPort) {
    faults.push("MANAGEMENT_PORT must be another port than PORT");
  }
  if (/[?#@]/.test(settings.baseUrl ?? "")) faults.push("BASE_URL must hold no query, fragment or credentials");
  for (const origin of settings.allowedOrigins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      faults.push(`ALLOWED_ORIGINS must list origins such as https://app.example, not "${origin}"`);
    }
  }
  const developmentKey = or("DEVELOPMENT_KEY");
  if (!["", "on", "off"].includes(developmentKey))
    faults.push(`DEVELOPMENT_KEY must be on or off, not "${developmentKey}"`);
  if (optional.identity === undefined && optional.keysFile === undefined) {
    if (settings.production)
      faults.push(
        "NODE_ENV=production needs IDENTITY_URL or KEYS_FILE: a development key is made only for development",
      );
    else if (!isLoopback(settings.host) && developmentKey !== "on")
      faults.push(
        `HOST=${settings.host} can be reached by others: set IDENTITY_URL or KEYS_FILE, or DEVELOPMENT_KEY=on to serve them with a development key`,
      );
  }
  return { settings, faults };

  function identity(): Settings["identity"] | undefined {
    const endpoint = url("IDENTITY_URL", ["http:", "https:"]);
    const clientId = text("IDENTITY_CLIENT_ID");
    const clientSecret = text("IDENTITY_CLIENT_SECRET");
    if (endpoint === undefined) return undefined;
    if (URL.canParse(endpoint) && (new URL(endpoint).username || new URL(endpoint).password)) {
      faults.push(
        "IDENTITY_URL must not hold a user name or password; use IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET",
      );
    }
    if (clientId === undefined || clientSecret === undefined) {
      faults.push("IDENTITY_URL needs IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET beside it");
    }
    return { url: endpoint, clientId: clientId ?? "", clientSecret: clientSecret ?? "" };
  }
}

/** Whether an address is reached from this machine alone. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

export function helpText(): string {
  const width = Math.max(...Object.keys(VARIABLES).map((name) => name.length));
  const lines = Object.entries(VARIABLES).map(([name, variable]) => {
    const preset = variable.default === "" ? "" : ` (${variable.default})`;
    return `  ${name.padEnd(width)}  ${variable.meaning}${preset}`;
  });
  return `Usage: npm start\n\nServes proposal checks over REST and MCP. It is configured by environment variables:\n\n${lines.join("\n")}\n`;
}

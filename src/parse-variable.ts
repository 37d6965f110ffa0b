import { delimiter } from "node:path";
import { ConfigErrors } from "./auth/json-file-parser.js";
import { type AddressRange, parseTrustedProxies } from "./auth/trusted-proxies.js";
import { parseRedisUrl } from "./redis/redis-url.js";

/**
 * Parses the value of an environment variable. After a call of `report`, the service does not start, and the result
 * only lets the other variables be checked.
 */
export type Parse<T> = (value: string, name: string, report: (error: string) => void) => T;

export const string: Parse<string> = (value) => value;

/** For a variable without a default, whose value is empty if it is unset. */
export const optional =
  <T>(parse: Parse<T>): Parse<T | undefined> =>
  (value, name, report) =>
    value === "" ? undefined : parse(value, name, report);

export const whole =
  (least: number, most: number): Parse<number> =>
  (value, name, report) => {
    if (/^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    report(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return least;
  };

export const oneOf =
  (values: readonly string[], inWords = `one of ${values.join(", ")}`): Parse<string> =>
  (value, name, report) => {
    if (values.includes(value)) return value;
    report(`${name} must be ${inWords}, not "${value}"`);
    return values.at(-1) ?? "";
  };

export const url =
  (...schemes: string[]): Parse<string> =>
  (value, name, report) => {
    // The message does not repeat the URL, which may hold a password.
    if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol))
      report(`${name} must be a URL that starts with ${schemes.map(startOf).join(" or ")}`);
    return value;
  };

const startOf = (scheme: string) => (scheme === "mailto:" ? scheme : `${scheme}//`);

export const redisUrl: Parse<string> = (value, name, report) => {
  // The message does not repeat the URL, which may hold a password.
  if (parseRedisUrl(value) === undefined)
    report(
      `${name} must be redis://host:6379, redis+sentinel://host,host/name or redis+cluster://host,host, or start with rediss for TLS`,
    );
  return value;
};

export const baseUrl: Parse<string> = (value, name, report) => {
  if (/[?#@]/.test(value)) report(`${name} must hold no query, fragment or credentials`);
  // Paths are appended to it.
  return url("http:", "https:")(value, name, report).replace(/\/$/, "");
};

export const identityUrl: Parse<string> = (value, name, report) => {
  const { username, password } = URL.canParse(value) ? new URL(value) : {};
  if (username || password)
    report(`${name} must not hold a user name or password; use IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET`);
  return url("http:", "https:")(value, name, report);
};

export const serviceName: Parse<string> = (value, name, report) => {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value))
    report(`${name} must be up to 64 letters, digits, hyphens and underscores`);
  return value;
};

export const proxies: Parse<AddressRange[]> = (value, name, report) => {
  try {
    return parseTrustedProxies(value);
  } catch (error) {
    if (!(error instanceof ConfigErrors)) throw error;
    for (const detail of error.errors) report(`${name}: ${detail}`);
    return [];
  }
};

export const folders: Parse<string[]> = (value, name, report) => {
  const named = value.split(delimiter).map((item) => item.trim());
  if (named.includes("")) report(`${name} must name a folder on both sides of each "${delimiter}"`);
  return named.filter(Boolean);
};

export const origins: Parse<string[]> = (value, name, report) => {
  const listed = value.split(",").map((item) => item.trim());
  return listed.filter(Boolean).map((origin) => {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      report(`${name} must list origins such as https://app.example, not "${origin}"`);
    return origin;
  });
};

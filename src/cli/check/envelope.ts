import { isObject, type JsonObject } from "../../json/value.js";
import type { Dependencies } from "../../proposals/dependencies.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { CommandError } from "../command.js";

/** The options for a candidate without an envelope. */
export interface BareOptions {
  readonly domain?: string;
  readonly target?: string;
  readonly "spec-version"?: string;
}

/**
 * Whether a document is a candidate without an envelope: a domain is given, and it lacks the properties of a request.
 */
export function isBare(value: unknown, { domain }: BareOptions): boolean {
  return domain !== undefined && !(isObject(value) && proposalIn(value as JsonObject).kind === "request");
}

/** The request for a candidate without an envelope. */
export function enclose(candidate: unknown, options: BareOptions, { targets }: Dependencies): JsonObject {
  const { domain = "", target, "spec-version": specVersion } = options;
  const accepting = targets.list().filter(({ domains }) => domains.includes(domain));
  const [only, ...others] = accepting;
  if (target === undefined && others.length > 0) {
    const ids = accepting.map(({ id }) => id).join(", ");
    throw new CommandError(`several target products accept ${domain}; name one with --target: ${ids}`);
  }
  // If no product accepts the domain, the use case reports it.
  const targetProduct = target ?? only?.id ?? targets.list()[0]?.id ?? "";
  return { targetProduct, domainId: domain, candidate, ...(specVersion && { specVersion }) } as JsonObject;
}

export function checkBareOptions({ domain, target, "spec-version": version }: BareOptions): void {
  if (domain !== undefined) return;
  const given = target === undefined ? version && "--spec-version" : "--target";
  if (given) throw new CommandError(`${given} is for a candidate without an envelope; give --domain too`);
}

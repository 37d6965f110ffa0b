import { readingsOf } from "../engine/fixers/readings/index.js";
import { isEmpty } from "../engine/fixers/redundant.js";
import { Memo } from "../engine/memo.js";
import { join } from "../json/pointer.js";
import { isObject } from "../json/value.js";
import { type Catalog, domainsFor, usableVersions } from "../specs/catalog.js";
import { fold } from "../text/did-you-mean.js";
import { quote, someOf } from "../text/quote.js";
import type { EnvelopeError } from "./app-error.js";
import { OPTIONAL, REQUEST_ALIASES } from "./request.js";
import { nameMeant } from "./resolve.js";

const BY_ALIAS = new Map(
  OPTIONAL.flatMap((option) => (REQUEST_ALIASES[option] ?? []).map((alias) => [fold(alias), option] as const)),
);

/**
 * Sets aside what has another name of an optional property and no value that it could have: the `version` of the
 * author's own document is not that of a spec package.
 */
export function setOptionsAside(
  body: unknown,
  domainId: unknown,
  specs: Catalog,
): { body: unknown; errors: EnvelopeError[] } {
  const errors: EnvelopeError[] = [];
  if (!isObject(body)) return { body, errors };
  const kept = Object.entries(body).filter(([name, value]) => {
    const option = BY_ALIAS.get(fold(name));
    if (option === undefined || Object.hasOwn(body, option) || isEmpty(value)) return true;
    const reason = OPTIONS[option]?.(value, domainId, specs);
    if (reason === undefined) return true;
    errors.push(errorFor(name, option, `${quote(value)} ${reason}`));
    return false;
  });
  return { body: errors.length === 0 ? body : Object.fromEntries(kept), errors };
}

/** Why a value is none of each option; undefined where it is one, or surely means one. */
const OPTIONS: Readonly<Record<string, (value: unknown, domainId: unknown, specs: Catalog) => string | undefined>> = {
  specVersion(value, domainId, specs) {
    const versions = domainsFor(domainId, specs)
      .flatMap(usableVersions)
      .map(({ version }) => version);
    const isVersion = typeof value === "string" && nameMeant(value, versions)?.sure;
    return isVersion ? undefined : `is not a version of the spec package; supported: ${someOf(versions).join(", ")}`;
  },
  applyRepair(value) {
    const isBoolean = (one: unknown) => typeof one === "boolean";
    const isMeant = () => readingsOf(value, { type: "boolean" }, isBoolean, new Memo()).some(({ sure }) => sure);
    return isBoolean(value) || isMeant() ? undefined : "is not a boolean";
  },
};

function errorFor(name: string, option: string, reason: string): EnvelopeError {
  const from = join("", name);
  return {
    pointer: from,
    detail: `${quote(name)} is not part of a request, and as "${option}" ${reason}`,
    fixes: [
      { title: `Remove ${quote(name)}`, applicability: "maybe-incorrect", patch: [{ op: "remove", path: from }] },
      {
        title: `Rename to "${option}"`,
        applicability: "maybe-incorrect",
        patch: [{ op: "move", from, path: join("", option) }],
      },
    ],
  };
}

import { LIMITED } from "../../engine/checks/index.js";
import type { RuleSource } from "../../engine/grammar.js";
import { digest } from "../../json/digest.js";
import { isObject, type JsonObject } from "../../json/value.js";
import type { Found } from "../file-error.js";
import { otherOwner } from "./other-owner.js";

/** A rule in the normal form, in which style makes no difference. */
export interface NormalRule {
  readonly severity: RuleSource["severity"];
  readonly when: JsonObject | null;
  readonly check: readonly JsonObject[];
}

const SEVERITIES = ["info", "warning", "error"];
const ANY = "any condition";
const NO_CONDITION = digest(null);

/**
 * Finds rules that report what another rule reports. Each names one other, however many there are: 300 copies of a
 * rule make 90,000 pairs.
 */
export function twinFinder(rules: Readonly<Record<string, NormalRule>>): (name: string) => Iterable<Found> {
  const all = new Map(Object.entries(rules).map(([name, rule]) => [name, indexed(rule)]));
  const sameCheck = otherOwner(
    [...all].flatMap(([name, { when, checks }]) =>
      checks.flatMap(({ key }): [string, string][] => [when, ANY].map((condition) => [name, key + condition])),
    ),
  );
  /** Names of rules, by what they limit and when. */
  const limiting = new Map<string, string[]>();
  for (const [name, { when, checks }] of all)
    for (const limited of new Set(checks.flatMap((check) => check.limited ?? []))) {
      const names = limiting.get(limited + when) ?? [];
      names.push(name);
      limiting.set(limited + when, names);
    }

  /** A rule without a condition overlaps with every other; one with a condition, with those that have the same. */
  const sameAs = (name: string, { when, checks }: IndexedRule) => {
    const conditions = when === NO_CONDITION ? [ANY] : [when, NO_CONDITION];
    const keys = checks.flatMap(({ key }) => conditions.map((condition) => key + condition));
    return firstOf(keys, (key) => sameCheck(name, key));
  };
  const narrowerThan = (name: string, { when, checks, severity }: IndexedRule) =>
    firstOf(new Set([when, NO_CONDITION]), (condition) =>
      limiting.get(`${checks[0]?.limited}${condition}`)?.find((other) => {
        const theirs = all.get(other) as IndexedRule;
        if (other === name || severity > theirs.severity) return false;
        return checks.every((check) => theirs.checks.some((also) => isImplied(check, also)));
      }),
    );
  return function* (name) {
    const rule = all.get(name) as IndexedRule;
    const same = sameAs(name, rule);
    const narrower = same ?? narrowerThan(name, rule);
    if (same !== undefined) yield { pointer: "/check", detail: `the rule ${same} checks the same; remove one` };
    else if (narrower !== undefined)
      yield {
        pointer: "/check",
        detail: `the rule ${narrower} has narrower limits: this one never adds anything; remove it`,
      };
  };
}

function firstOf<T>(keys: Iterable<T>, find: (key: T) => string | undefined): string | undefined {
  for (const key of keys) {
    const found = find(key);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface IndexedRule {
  readonly severity: number;
  readonly when: string;
  readonly checks: readonly IndexedCheck[];
}

interface IndexedCheck {
  readonly key: string;
  /** The digest of a check without its limits; undefined if it has none. */
  readonly limited: string | undefined;
  readonly limits: JsonObject;
}

function indexed({ severity, when, check }: NormalRule): IndexedRule {
  return { severity: SEVERITIES.indexOf(severity), when: digest(when), checks: check.map(indexedCheck) };
}

function indexedCheck(check: JsonObject): IndexedCheck {
  const kind = LIMITED.find((name) => isObject(check[name]));
  if (kind === undefined) return { key: digest(check), limited: undefined, limits: {} };
  const { [kind]: limits, ...rest } = check;
  return { key: digest(check), limited: digest([kind, rest]), limits: limits as JsonObject };
}

/** Whether a check with limits holds wherever another one does. */
function isImplied(check: IndexedCheck, by: IndexedCheck): boolean {
  if (check.limited === undefined || check.limited !== by.limited) return false;
  return Object.entries(check.limits).every(([limit, value]) => {
    const narrower = by.limits[limit];
    if (typeof value !== "number" || typeof narrower !== "number") return false;
    return limit === "min" || limit === "above" ? narrower >= value : narrower <= value;
  });
}

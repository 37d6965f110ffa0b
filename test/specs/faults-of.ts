import { type Fault, FaultySpecs } from "../../src/specs/faults.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import { RulesFolder } from "./rules-folder.js";

export const VERSION = "generator-option/v1";
export const SPEC = `${VERSION}/spec.json`;
export const SCHEMA = `${VERSION}/candidate.schema.json`;
export const BASE = `${VERSION}/examples/city-weather.json`;
export const FREE = `${VERSION}/rules/generator-id-is-free.json`;
export const OWNER_ID = `${VERSION}/rules/owner-id-has-no-white-space.json`;
export const OWNER_KIND = `${VERSION}/rules/owner-kind-is-allowed.json`;
export const STRATEGIES = `${VERSION}/rules/supported-strategies-are-known.json`;
export const CONDITION = "/conditions/all/0";
export const PARAMS = `${CONDITION}/params`;
export const UNSAFE = "^(\\w+\\s?)+$";

export const add = (path: string, value: unknown) => [{ op: "add" as const, path, value }];
export const replace = (path: string, value: unknown) => [{ op: "replace" as const, path, value }];
export const remove = (path: string) => [{ op: "remove" as const, path }];
export const native = (condition: object) => ({
  fact: "candidate",
  path: "/generatorId",
  operator: "equal",
  value: "x",
  ...condition,
});

export async function faultsOf(breakRules: (rules: RulesFolder) => void): Promise<readonly Fault[]> {
  const rules = new RulesFolder();
  try {
    breakRules(rules);
    await loadSpecs(rules.dir);
    return [];
  } catch (error) {
    if (error instanceof FaultySpecs) return error.faults;
    throw error;
  } finally {
    rules.remove();
  }
}

export const fault = (file: string, pointer: string, detail: RegExp) => ({
  file,
  pointer,
  detail: expect.stringMatching(detail),
});

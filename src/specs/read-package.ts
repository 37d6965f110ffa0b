import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { SpecSource } from "../engine/compile-spec.js";
import type { Json, JsonObject } from "../engine/json.js";
import type { RuleSource } from "../engine/rule.js";
import type { Fault } from "./faults.js";
import type { MetaSchemaName } from "./meta/index.js";
import { readFile } from "./read-file.js";

export interface SpecExample {
  title: string;
  registry?: string[];
  candidate: Json;
  diagnostics: { code: string; path: string }[];
  proposal?: Json;
}

/**
 * Reads the folder of one version. Every file is read, however many are faulty; a source is given where enough is sound
 * to look for further faults.
 */
export function readPackage(dir: string, domainId: string, version: string, faults: Fault[]): SpecSource | undefined {
  const folder = `${domainId}/${version}`;
  const spec = readFile<SpecSource["spec"]>(dir, `${folder}/spec.json`, "spec.schema.json", faults);
  const schema = readFile<JsonObject>(dir, `${folder}/candidate.schema.json`, "shape.schema.json", faults);
  const rules = readAll<RuleSource>(dir, `${folder}/rules`, "rule.schema.json", faults);
  const examples = readAll<JsonObject>(dir, `${folder}/examples`, "example.schema.json", faults);
  if (spec !== undefined && spec.version !== version) {
    const detail = `"${spec.version}" must be "${version}", the name of the folder`;
    faults.push({ file: `${folder}/spec.json`, pointer: "/version", detail });
  }
  if (spec !== undefined && !examples.has(spec.base)) {
    const detail = `there is no example "${spec.base}"; add examples/${spec.base}.json`;
    faults.push({ file: `${folder}/spec.json`, pointer: "/base", detail });
  }
  for (const [name, rule] of rules) {
    if (rule.name === name) continue;
    const detail = `"${rule.name}" must be "${name}", the name of the file`;
    faults.push({ file: `${folder}/rules/${name}.json`, pointer: "/name", detail });
    rules.delete(name);
  }
  if (spec === undefined || schema === undefined || !examples.has(spec.base)) return undefined;
  return { domainId, version, spec, schema, rules: [...rules.values()], examples: Object.fromEntries(examples) };
}

function readAll<T>(dir: string, folder: string, schema: MetaSchemaName, faults: Fault[]): Map<string, T> {
  const read = new Map<string, T>();
  const path = join(dir, folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    faults.push({ file: folder, pointer: "", detail: "the folder is missing; add it" });
    return read;
  }
  for (const name of readdirSync(path).sort()) {
    if (!name.endsWith(".json")) {
      faults.push({ file: `${folder}/${name}`, pointer: "", detail: "only .json files belong here; move it away" });
      continue;
    }
    const value = readFile<T>(dir, `${folder}/${name}`, schema, faults);
    if (value !== undefined) read.set(basename(name, ".json"), value);
  }
  return read;
}

import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { SpecSource } from "../engine/compile-spec.js";
import type { RuleSource } from "../engine/rules/compile-rule.js";
import type { Json, JsonObject } from "../json/value.js";
import { isVersionName } from "./catalog.js";
import { Content } from "./content.js";
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

/** The files of one version, each as far as it can be used. Rules and examples go by the names of their files. */
export interface PackageFiles {
  readonly spec: Content;
  readonly schema: Content;
  readonly rules: ReadonlyMap<string, Content>;
  readonly examples: ReadonlyMap<string, Content>;
  /** True where nothing is missing that decides what is wrong with a candidate. */
  readonly decisive: boolean;
}

/** Reads the folder of one version: every file, however many are faulty. */
export function readPackage(dir: string, domainId: string, version: string, faults: Fault[]): PackageFiles {
  const folder = `${domainId}/${version}`;
  const spec = readFile(dir, `${folder}/spec.json`, "spec.schema.json", faults);
  const schema = readFile(dir, `${folder}/candidate.schema.json`, "shape.schema.json", faults);
  const rules = readAll(dir, `${folder}/rules`, "rule.schema.json", faults);
  const examples = readAll(dir, `${folder}/examples`, "example.schema.json", faults);
  const named = spec.sound<string>("/version");
  if (named !== undefined && named !== version && isVersionName(version)) {
    const detail = `"${named}" must be "${version}", the name of the folder`;
    faults.push({ file: `${folder}/spec.json`, pointer: "/version", detail });
  }
  const base = spec.sound<string>("/base");
  if (base !== undefined && examples !== undefined && !examples.has(base)) {
    const detail = `there is no example "${base}"; add examples/${base}.json`;
    faults.push({ file: `${folder}/spec.json`, pointer: "/base", detail });
  }
  let decisive = rules !== undefined && [schema.sound(), spec.sound("/data"), spec.sound("/normalize")].every(isThere);
  for (const [name, rule] of rules ?? []) {
    const own = rule.sound<string>("/name");
    if (own !== undefined && own !== name) {
      const detail = `"${own}" must be "${name}", the name of the file`;
      faults.push({ file: `${folder}/rules/${name}.json`, pointer: "/name", detail });
    }
    decisive &&=
      own === name && ["/severity", "/conditions", "/event/params"].every((part) => isThere(rule.sound(part)));
  }
  return { spec, schema, rules: rules ?? new Map(), examples: examples ?? new Map(), decisive };
}

function isThere(value: unknown): boolean {
  return value !== undefined;
}

/** What can be compiled. Where a part is faulty, something stands in for it in which there is no fault to find. */
export function toSource(domainId: string, version: string, files: PackageFiles): SpecSource {
  const { spec, schema, rules, examples } = files;
  const whole = [...examples].map(([name, example]) => [name, example.sound<Json>()] as const);
  return {
    domainId,
    version,
    spec: spec.sound<SpecSource["spec"]>() ?? {
      version,
      status: "draft",
      title: "",
      base: spec.sound("/base") ?? "",
      data: spec.sound("/data") ?? {},
      normalize: spec.sound("/normalize") ?? [],
    },
    schema: schema.sound<JsonObject>() ?? {},
    rules: [...rules].flatMap(([name, rule]) => toRule(name, rule) ?? []),
    examples: Object.fromEntries(whole.filter((entry): entry is [string, Json] => entry[1] !== undefined)),
  };
}

function toRule(name: string, file: Content): RuleSource | undefined {
  const conditions = file.sound<JsonObject>("/conditions");
  if (conditions === undefined) return undefined;
  const whole = file.sound<RuleSource>();
  if (whole?.name === name) return whole;
  return {
    name,
    severity: file.sound("/severity") ?? "info",
    summary: "",
    rationale: "",
    conditions,
    event: { type: "violation", params: file.sound("/event/params") ?? { message: "" } },
    examples: file.sound("/examples") ?? [],
  };
}

/** Nothing where there is no such folder. */
function readAll(
  dir: string,
  folder: string,
  schema: MetaSchemaName,
  faults: Fault[],
): Map<string, Content> | undefined {
  const path = join(dir, folder);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    faults.push({ file: folder, pointer: "", detail: "the folder is missing; add it" });
    return undefined;
  }
  const read = new Map<string, Content>();
  for (const name of readdirSync(path).sort()) {
    if (name.endsWith(".json")) {
      read.set(basename(name, ".json"), readFile(dir, `${folder}/${name}`, schema, faults));
      continue;
    }
    faults.push({ file: `${folder}/${name}`, pointer: "", detail: "only .json files belong here; move it away" });
    // Whatever was meant by it is not known.
    read.set(name, new Content(undefined, []));
  }
  return read;
}

import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { InvalidSpecs } from "../../ground/files/file-error.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { compilePackage } from "../../specs/compile-package.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { readPackage } from "../../specs/read-package.js";
import { type PackageFiles, readSpecFile, type SpecFile } from "../../specs/spec-file.js";
import { type RunCommand, unknownNameError } from "../command.js";
import { listPackages, locateRules } from "../locate.js";
import { formatTable } from "../report/terminal.js";

/** A part of a package that is inherited as a whole. */
interface PackagePart {
  /** RFC 6901, into the published package. */
  readonly part: string;
  /** The files that define the part, the deciding one first. */
  readonly from: readonly string[];
  readonly value: Json;
}

export const run: RunCommand = async ([wanted = ""], { rules, json = false }, io) => {
  const [, domainId = "", version = ""] = /^([^/]+)\/([^/]+)$/.exec(wanted) ?? [];
  const dirs = locateRules(rules, io);
  const dir = dirs.find((one) => existsSync(join(one, domainId, version, "spec.json")));
  if (dir === undefined || version === "") {
    const versions = listPackages(dirs).filter((name) => name.includes("/"));
    throw unknownNameError("spec package", wanted, versions);
  }
  const folder = join(dir, domainId, version);
  const { files, bases, errors: readErrors } = readPackage(folder);
  if (readErrors.length > 0) throw new InvalidSpecs(readErrors);
  const { spec, errors } = compilePackage(domainId, version, files);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  const baseNames = bases.map((base) => relative(dir, base));
  const parts = listParts(files, [folder, ...bases]).map((part) => ({
    ...part,
    from: part.from.map((path) => relative(dir, path)),
  }));
  if (json) {
    const { digest } = spec;
    const shown = { domainId, version, extends: baseNames, digest, parts };
    io.stdout.write(escapeJson(formatSpecValue(shown as unknown as Json)));
    return 0;
  }
  const inherits = bases.length === 0 ? "" : `, extends ${baseNames.join(", which extends ")}`;
  const rows = parts.map(({ part, from }) => [visible(part), visible(from.join(", "))]);
  io.stdout.write(`${visible(`${wanted}${inherits}`)}\n${spec.digest}\n\n`);
  io.stdout.write(formatTable([["part", "from"], ...rows]));
  return 0;
};

/** `folders` are those of the version and of the versions that it extends. */
function listParts(files: PackageFiles, folders: readonly string[]): PackagePart[] {
  const chain = folders.map((folder) =>
    readSpecFile(join(folder, "spec.json"), "spec.schema.json"),
  );
  const parts: PackagePart[] = [];
  const { $schema, ...settings } = files.spec.value as JsonObject;
  for (const [key, value] of Object.entries(settings)) {
    const hasEntries = key === "data" || key === "declarations";
    const pointers = hasEntries
      ? Object.keys(value as JsonObject).map((name) => joinPointer(`/${key}`, name))
      : [`/${key}`];
    for (const part of pointers) {
      const own = valueAt(files.spec.value, part) as Json;
      parts.push({ part, from: listDefiningFiles(part, chain), value: own });
    }
  }
  parts.push({ part: "/shape", from: [files.shape.path], value: files.shape.value as Json });
  for (const [name, { path, value }] of files.rules) {
    const from = [...findSeverityOverride(name, path, chain), path];
    parts.push({ part: joinPointer("/rules", name), from, value: value as Json });
  }
  for (const [name, { path, value }] of files.examples)
    parts.push({ part: joinPointer("/examples", name), from: [path], value: value as Json });
  return parts;
}

/** The files that define a part. Objects are merged; any other value replaces the inherited one. */
function listDefiningFiles(pointer: string, chain: readonly SpecFile[]): string[] {
  const paths = [];
  for (const { path, value } of chain) {
    const own = valueAt(value, pointer);
    if (own !== undefined) paths.push(path);
    if (own !== undefined && !isObject(own)) break;
  }
  return paths;
}

/** The nearest version that changes the severity of a rule which it inherits. */
function findSeverityOverride(rule: string, file: string, chain: readonly SpecFile[]): string[] {
  const owner = dirname(dirname(file));
  for (const { path, value } of chain) {
    if (dirname(path) === owner) break;
    if (valueAt(value, joinPointer("/severity", rule)) !== undefined) return [path];
  }
  return [];
}

import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { InvalidSpecs } from "../../ground/files/file-error.js";
import { joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { escapeJson, visible } from "../../ground/text/visible.js";
import { compilePackage } from "../../specs/compile-package.js";
import { formatSpecValue } from "../../specs/format-spec-file.js";
import { readPackage } from "../../specs/read-package.js";
import { readSpecFile, type SpecFile } from "../../specs/spec-file.js";
import { noSuchError, type RunCommand } from "../command.js";
import { findPackages, locateRules } from "../locate.js";
import { formatTable } from "../report/terminal.js";

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
  const dir = dirs.find((rulesDir) => existsSync(join(rulesDir, domainId, version, "spec.json")));
  if (dir === undefined || version === "") {
    const known = findPackages(dirs).filter((name) => name.includes("/"));
    throw noSuchError("spec package", wanted, known);
  }
  const folder = join(dir, domainId, version);
  const { files, bases, errors: unread } = readPackage(folder);
  if (unread.length > 0) throw new InvalidSpecs(unread);
  const { spec, errors } = compilePackage(domainId, version, files);
  if (errors.length > 0) throw new InvalidSpecs(errors);
  const chain = [folder, ...bases].map((base) =>
    readSpecFile(join(base, "spec.json"), "spec.schema.json"),
  );
  const named = (path: string) => relative(dir, path);
  const parts: PackagePart[] = [
    ...specParts(files.spec.value as JsonObject, chain),
    { part: "/shape", from: [files.shape.path], value: files.shape.value as Json },
    ...[...files.rules].map(([name, file]) => rulePart(name, file, chain)),
    ...[...files.examples].map(([name, file]) => ({
      part: joinPointer("/examples", name),
      from: [file.path],
      value: file.value as Json,
    })),
  ].map((part) => ({ ...part, from: part.from.map(named) }));
  const head = { domainId, version, extends: bases.map(named), digest: spec.digest };
  if (json)
    io.stdout.write(escapeJson(formatSpecValue({ ...head, parts: parts as unknown as Json })));
  else {
    const inherits = bases.length === 0 ? "" : `, extends ${head.extends.join(", which extends ")}`;
    io.stdout.write(`${visible(`${wanted}${inherits}`)}\n${spec.digest}\n\n`);
    io.stdout.write(
      formatTable([
        ["part", "from"],
        ...parts.map(({ part, from }) => [visible(part), visible(from.join(", "))]),
      ]),
    );
  }
  return 0;
};

/**
 * The parts of spec.json. The entries of `data` and `declarations` are parts of their own, since
 * each is inherited by itself.
 */
function specParts(value: JsonObject, chain: readonly SpecFile[]): PackagePart[] {
  const { $schema, ...settings } = value;
  const pointers = Object.entries(settings).flatMap(([key, part]) =>
    ["data", "declarations"].includes(key)
      ? Object.keys(part as JsonObject).map((name) => joinPointer(`/${key}`, name))
      : `/${key}`,
  );
  return pointers.map((part) => ({
    part,
    from: filesDefining(part, chain),
    value: valueAt(value, part) as Json,
  }));
}

/**
 * The files that define a part. Objects are merged, while any other value replaces the inherited
 * one.
 */
function filesDefining(pointer: string, chain: readonly SpecFile[]): string[] {
  const defining = chain.filter(({ value }) => valueAt(value, pointer) !== undefined);
  const last = defining.findIndex(({ value }) => !isObject(valueAt(value, pointer)));
  return defining.slice(0, last < 0 ? undefined : last + 1).map(({ path }) => path);
}

/** A rule. Its severity may come from a version between the one that has its file and this one. */
function rulePart(name: string, file: SpecFile, chain: readonly SpecFile[]): PackagePart {
  const owner = dirname(dirname(file.path));
  const between = chain.slice(
    0,
    chain.findIndex(({ path }) => dirname(path) === owner),
  );
  const overriding = between.filter(
    ({ value }) => valueAt(value, joinPointer("/severity", name)) !== undefined,
  );
  const from = [...overriding.slice(0, 1).map(({ path }) => path), file.path];
  return { part: joinPointer("/rules", name), from, value: file.value as Json };
}

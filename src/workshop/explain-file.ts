import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Diagnostic, evaluate } from "../engine/evaluate.js";
import { inCandidate, isError } from "../engine/violation.js";
import { cacheByString } from "../ground/cache/bounded-map.js";
import type { Flaw } from "../ground/files/file-error.js";
import type { Operation } from "../ground/json/patch.js";
import { lastToken, parentPointer, valueAt } from "../ground/json/pointer.js";
import { UNKNOWN_REGISTRY } from "../ground/registry/registry.js";
import type { Misspelling } from "../ground/text/did-you-mean.js";
import { quote } from "../ground/text/quote.js";
import { PACKAGE_ROOT } from "../package-root.js";
import { catalogFromSchema } from "../specs/catalog-from-schema.js";
import type { MetaSchemaName } from "../specs/rules-folder.js";
import type { SpecFile } from "../specs/spec-file.js";

const compileMeta = cacheByString((name) => {
  const [domain] = catalogFromSchema(
    JSON.parse(readFileSync(join(PACKAGE_ROOT, "rules", name), "utf8")),
  ).values();
  return domain?.versions[0];
});

/** Explains what a meta-schema refuses, as for a candidate: with suggestions. */
export async function explainFile(file: SpecFile, name: MetaSchemaName): Promise<Flaw[]> {
  const spec = compileMeta(name);
  if (spec === undefined) return [];
  const { diagnostics } = await evaluate(spec, file.value, UNKNOWN_REGISTRY);
  const flaws: Flaw[] = [];
  const withUnknown = new Set<string>();
  for (const { code, path } of diagnostics)
    if (code === "unknown-property") withUnknown.add(parentPointer(path));
  for (const diagnostic of diagnostics) {
    // An unknown key implies the missing one; report only the former.
    const isImplied = diagnostic.code !== "unknown-property" && withUnknown.has(diagnostic.path);
    if (isError(diagnostic) && !isImplied) flaws.push(toFlaw(diagnostic, file));
  }
  return flaws;
}

function toFlaw({ code, path, message, fixes: [fix] }: Diagnostic, file: SpecFile): Flaw {
  const pointer = inCandidate(path);
  const meant = fix && findMisspelling(fix.patch, file.value);
  const suggestion = meant ? `did you mean ${quote(meant.right)}?` : fix?.title;
  const saysIt = /did you mean|; write /.test(message);
  const detail = suggestion === undefined || saysIt ? message : `${message}; ${suggestion}`;
  const place =
    code === "unknown-property"
      ? { pointer: parentPointer(pointer), key: lastToken(pointer) }
      : { pointer };
  return { ...place, detail, meant, isGrammar: true };
}

/** The word that a fix replaces, if it replaces one word. */
function findMisspelling(patch: readonly Operation[], value: unknown): Misspelling | undefined {
  const [operation, ...more] = patch;
  if (operation === undefined || more.length > 0) return undefined;
  if (operation.op === "move")
    return { wrong: lastToken(operation.from), right: lastToken(operation.path) };
  if (operation.op !== "replace" || typeof operation.value !== "string") return undefined;
  const wrong = valueAt(value, inCandidate(operation.path));
  return typeof wrong === "string" ? { wrong, right: operation.value } : undefined;
}

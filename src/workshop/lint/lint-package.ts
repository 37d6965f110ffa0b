import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource, SpecSource } from "../../engine/grammar.js";
import { normalCheck } from "../../engine/spec-digest.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject } from "../../ground/json/value.js";
import { walkDataPatterns, walkRulePatterns } from "../../specs/slow-patterns.js";
import { listPackageFiles, type PackageFiles, type SpecFile } from "../../specs/spec-file.js";
import { findUnfinishedTexts } from "../../specs/unfinished-texts.js";
import { PackageModel } from "../model/package-model.js";
import { lintAliases } from "./aliases.js";
import { lintCheck } from "./checks.js";
import { lintCondition } from "./conditions.js";
import {
  lintDeclaration,
  lintKeysOfTables,
  lintSpelling,
  lintTypeTable,
  lintUnused,
} from "./data.js";
import { lintChanges, lintDuplicates, lintExamples, lintRegistries } from "./examples.js";
import { lintFixes } from "./fixes.js";
import { lintPatternMistakes } from "./patterns.js";
import { lintPlaceholders, lintTexts } from "./placeholders.js";
import { lintShape } from "./shape.js";
import { lintSteps } from "./steps.js";

/** Finds logic without effect, texts that do not fit, and data that nothing uses. */
export function lintPackage(
  spec: CompiledSpec,
  files: PackageFiles,
  isDraft = spec.source.settings.status === "draft",
): FileError[] {
  const { source } = spec;
  const model = new PackageModel(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, flaws: Iterable<Flaw>) => {
    for (const flaw of flaws) errors.push(file.error(flaw));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, model));
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, model, isDraft));
    add(file, lintChanges(rule, spec));
    add(file, lintRegistries(rule, source));
  }
  errors.push(...lintDuplicates(source, files));
  // A draft may be unfinished.
  const refused = isDraft ? undefined : listRefusedWords(files);
  if (refused !== undefined)
    for (const file of listPackageFiles(files)) add(file, findUnfinishedTexts(file.value, refused));
  return errors;
}

/**
 * The words that `no-words` checks refuse. A package about such words mentions them without being
 * unfinished.
 */
function listRefusedWords({ rules, spec }: PackageFiles): ReadonlySet<string> {
  const words = new Set<string>();
  for (const file of rules.values())
    for (const check of [valueAt(file.value, "/check")].flat()) {
      const list = isObject(check) ? check["no-words"] : undefined;
      const listed = isObject(list) ? valueAt(spec.value, `/data${list.spec}`) : list;
      for (const word of [isObject(listed) ? Object.values(listed) : listed].flat())
        words.add(String(word).toLowerCase());
    }
  return words;
}

function* lintRule(rule: RuleSource, model: PackageModel, isDraft: boolean): Generator<Flaw> {
  const { when, check, examples } = rule;
  if (when !== undefined) yield* lintCondition(when, model.itemScope(""), "/when");
  const checks = [check].flat();
  const normal = checks.map(normalCheck);
  for (const [index, [source, base]] of itemsWithPointers(check, "/check").entries()) {
    for (const flaw of lintCheck(source, model)) yield { ...flaw, pointer: base + flaw.pointer };
    if (normal.findIndex((other) => isEqual(other, normal[index])) < index)
      yield { pointer: base, detail: "the same check occurs twice; remove one" };
  }
  for (const { pattern, pointer } of walkRulePatterns(rule))
    yield* lintPatternMistakes(pattern, pointer);
  yield* lintPlaceholders(rule, checks);
  yield* lintFixes(rule, checks, model);
  yield* lintTexts(rule);
  yield* lintExamples(examples, checks, isDraft);
}

function* lintSpec(source: SpecSource, model: PackageModel): Generator<Flaw> {
  const { settings, rules } = source;
  const needsPlaceholders = JSON.stringify(rules).includes("{placeholder}");
  for (const [name, declaration] of Object.entries(settings.declarations ?? {})) {
    yield* lintDeclaration(declaration, model, joinPointer("/declarations", name));
    yield* lintTypeTable(declaration, model, needsPlaceholders);
  }
  yield* lintUnused(source);
  yield* lintSpelling(settings.data, "/data");
  for (const { pattern, pointer } of walkDataPatterns(settings.data, Object.values(rules)))
    yield* lintPatternMistakes(pattern, pointer);
  yield* lintAliases(source, model);
  yield* lintKeysOfTables(source, model);
  yield* lintSteps(source, model);
}

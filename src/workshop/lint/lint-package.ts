import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource, SpecSource } from "../../engine/grammar.js";
import { normalCheck } from "../../engine/spec-digest.js";
import type { FileError, Flaw } from "../../ground/files/file-error.js";
import { itemsWithPointers, joinPointer, valueAt } from "../../ground/json/pointer.js";
import { isEqual, isObject } from "../../ground/json/value.js";
import { walkDataPatterns, walkRulePatterns } from "../../specs/patterns/slow-patterns.js";
import { listFiles, type PackageFiles, type SpecFile } from "../../specs/spec-file.js";
import { lintScaffold } from "../../specs/unfinished-texts.js";
import { PackageView } from "../view/package-view.js";
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
import { lintSlips } from "./patterns.js";
import { lintPlaceholders, lintWords } from "./placeholders.js";
import { lintShape } from "./shape.js";
import { lintSteps } from "./steps.js";

/**
 * Finds flaws that a meta-schema cannot describe: logic without effect, words that do not fit, data
 * that nothing uses. A draft may be unfinished.
 */
export function lintPackage(
  spec: CompiledSpec,
  files: PackageFiles,
  isDraft = spec.source.settings.status === "draft",
): FileError[] {
  const { source } = spec;
  const view = new PackageView(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, flaws: Iterable<Flaw>) => {
    for (const flaw of flaws) errors.push(file.error(flaw));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, view));
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view, isDraft));
    add(file, lintChanges(rule, spec));
    add(file, lintRegistries(rule, source));
  }
  errors.push(...lintDuplicates(source, files));
  if (!isDraft) errors.push(...scaffoldErrors(files));
  return errors;
}

/** Scaffold texts and notes in all files of a package, with which it cannot be released. */
function scaffoldErrors(files: PackageFiles): FileError[] {
  const refused = refusedWords(files);
  return listFiles(files).flatMap((file) =>
    [...lintScaffold(file.value, refused)].map((flaw) => file.error(flaw)),
  );
}

/**
 * The words that `no-words` checks refuse. A package about such words mentions them without being
 * unfinished.
 */
function refusedWords({ rules, spec }: PackageFiles): ReadonlySet<string> {
  const checks = [...rules.values()].flatMap((file) => [valueAt(file.value, "/check")].flat());
  const lists = checks.map((check) => {
    const list = isObject(check) ? check["no-words"] : undefined;
    return isObject(list) ? valueAt(spec.value, `/data${list.spec}`) : list;
  });
  const words = lists.flatMap((list) => (isObject(list) ? Object.values(list) : [list])).flat();
  return new Set(words.map((word) => String(word).toLowerCase()));
}

/** Finds flaws of a rule that a meta-schema cannot describe. Pointers lead into its file. */
function* lintRule(rule: RuleSource, view: PackageView, isDraft: boolean): Generator<Flaw> {
  const { when, check, examples } = rule;
  if (when !== undefined) yield* lintCondition(when, view.itemScope(""), "/when");
  const checks = [check].flat();
  const normal = checks.map(normalCheck);
  for (const [index, [source, base]] of itemsWithPointers(check, "/check").entries()) {
    for (const flaw of lintCheck(source, view)) yield { ...flaw, pointer: base + flaw.pointer };
    if (normal.findIndex((other) => isEqual(other, normal[index])) < index)
      yield { pointer: base, detail: "the same check occurs twice; remove one" };
  }
  for (const { pattern, pointer } of walkRulePatterns(rule)) yield* lintSlips(pattern, pointer);
  yield* lintPlaceholders(rule, checks);
  yield* lintFixes(rule, checks, view);
  yield* lintWords(rule);
  yield* lintExamples(examples, checks, isDraft);
}

/** Finds flaws of spec.json that a meta-schema cannot describe. */
function* lintSpec(source: SpecSource, view: PackageView): Generator<Flaw> {
  const { settings, rules } = source;
  const isFilled = JSON.stringify(rules).includes("{placeholder}");
  for (const [name, declaration] of Object.entries(settings.declarations ?? {})) {
    const pointer = joinPointer("/declarations", name);
    yield* lintDeclaration(declaration, view, pointer);
    yield* lintTypeTable(declaration, view, isFilled);
  }
  yield* lintUnused(source);
  yield* lintSpelling(settings.data, "/data", false);
  for (const { pattern, pointer } of walkDataPatterns(settings.data, Object.values(rules)))
    yield* lintSlips(pattern, pointer);
  yield* lintAliases(source, view);
  yield* lintKeysOfTables(source, view);
  yield* lintSteps(source, view);
}

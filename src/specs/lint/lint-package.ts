import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleExample, RuleSource } from "../../engine/grammar.js";
import { join } from "../../json/pointer.js";
import { equal, isObject, type Json } from "../../json/value.js";
import { candidateOf } from "../example.js";
import type { FileError, Found } from "../file-error.js";
import { filesOf, type PackageFiles } from "../read-package.js";
import type { SpecFile } from "../spec-file.js";
import { isChanged } from "./lint-examples.js";
import { lintLetters } from "./lint-letters.js";
import { lintRule } from "./lint-rule.js";
import { lintShape } from "./lint-shape.js";
import { lintSpec } from "./lint-spec.js";
import { PackageView } from "./package-view.js";

/** What no meta-schema can see: logic that can never matter, words that do not fit, data that nothing uses. */
export function lintPackage(spec: CompiledSpec, files: PackageFiles): FileError[] {
  const { source } = spec;
  const view = new PackageView(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, found: Iterable<Found>) => {
    for (const one of found) errors.push(file.error(one));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, view));
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view));
    add(file, lintSameWords(name, source.rules));
    add(file, lintChanges(rule, spec));
  }
  for (const [name, example] of Object.entries(source.examples))
    add(files.examples.get(name) as SpecFile, lintSameExample(name, example, source.examples));
  for (const file of [files.spec, files.shape, ...files.rules.values()]) add(file, lintLetters(file.value));
  if (source.spec.status === "released") errors.push(...scaffoldErrors(files));
  return errors;
}

/** All that is left of writing a package, which keeps it from being released. */
export function scaffoldErrors(files: PackageFiles): FileError[] {
  return filesOf(files).flatMap((file) => [...lintScaffold(file.value)].map((found) => file.error(found)));
}

/** Words that say the same of two rules say nothing of one of them. */
function* lintSameWords(name: string, rules: Readonly<Record<string, RuleSource>>): Generator<Found> {
  for (const key of ["summary", "message"] as const) {
    const words = rules[name]?.[key].trim();
    for (const [other, rule] of Object.entries(rules))
      if (other !== name && rule[key].trim() === words)
        yield { pointer: `/${key}`, detail: `is the ${key} of the rule ${other}; say what this one is about` };
  }
}

/** Two whole examples that show the same. */
function* lintSameExample(
  name: string,
  { candidate, registry, title }: ExampleSource,
  examples: Readonly<Record<string, ExampleSource>>,
): Generator<Found> {
  for (const [other, also] of Object.entries(examples)) {
    if (other >= name) continue;
    if (equal(candidate, also.candidate) && equal(registry ?? [], also.registry ?? []))
      yield { pointer: "/candidate", detail: `is the candidate of the example ${other}; change it, or remove one` };
    if (title.trim() === also.title.trim())
      yield { pointer: "/title", detail: `is the title of the example ${other}; say what this one shows` };
  }
}

/** An example that says that it changes something, and does not. */
function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Found> {
  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  for (const [at, example] of rule.examples.entries()) {
    if (example.registry !== undefined && equal(example.registry, base.registry ?? []))
      yield { pointer: `/examples/${at}/registry`, detail: "is that of the base example; change it or remove it" };
    if (!isChanged(example) || example.registry !== undefined) continue;
    const candidate = candidateOf(spec, example, base);
    if (candidate === undefined) continue;
    if (equal(candidate, base.candidate))
      yield { pointer: `/examples/${at}`, detail: "changes nothing in the base example; correct it" };
    else
      for (const { pointer, rest } of partsOf(example)) {
        if (equal(candidate, candidateOf(spec, rest, base)))
          yield {
            pointer: `/examples/${at}${pointer}`,
            detail: "changes nothing beside the others; correct it or remove it",
          };
      }
  }
}

/** Each change of an example, and the example without it. The size of arrays may well be what the base has. */
function* partsOf(example: RuleExample): Generator<{ pointer: string; rest: RuleExample }> {
  for (const kind of ["set", "rename"] as const) {
    const changes: Readonly<Record<string, Json>> = example[kind] ?? {};
    for (const key of Object.keys(changes)) {
      const { [key]: _, ...others } = changes;
      yield { pointer: join(`/${kind}`, key), rest: { ...example, [kind]: others } };
    }
  }
}

/** Words that `rules new` writes, for the maintainer to replace. */
export const SCAFFOLD = {
  title: "A title for people",
  description: "What is proposed here, in a sentence for authors.",
  rationale: "Why that matters: authors read it when they ask what went wrong.",
  example: "say what it shows",
} as const;

const PROSE = /\/(title|summary|rationale|message|description)$/;
const NOTE = /\b(TODO|FIXME|TBD|XXX)\b|lorem ipsum/i;

/** What is left of writing a package must not be released. */
export function* lintScaffold(value: unknown, pointer = ""): Generator<Found> {
  if (typeof value === "string" && Object.values(SCAFFOLD).includes(value as never))
    yield { pointer, detail: "is still the text of a new package; write your own" };
  // A rule may well be about such notes: only what people read is looked at.
  const note = typeof value === "string" && PROSE.test(pointer) ? NOTE.exec(value)?.[0] : undefined;
  if (note !== undefined)
    yield { pointer, detail: `has the note "${note}" to its writer; finish it before it is released` };
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, below] of Object.entries(value)) yield* lintScaffold(below, join(pointer, key));
}

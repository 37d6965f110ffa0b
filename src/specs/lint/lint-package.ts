import { registryNamesIn } from "../../engine/checks/check.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { ExampleSource, RuleExample, RuleSource, SpecSource } from "../../engine/grammar.js";
import { normalForm } from "../../engine/spec-digest.js";
import { digest } from "../../json/digest.js";
import { join, valueAt } from "../../json/pointer.js";
import { equal, isObject, type Json } from "../../json/value.js";
import { didYouMeanOr } from "../../text/did-you-mean.js";
import { quote } from "../../text/quote.js";
import { candidateOf } from "../example.js";
import type { FileError, Flaw } from "../file-error.js";
import type { SpecFile } from "../spec-file.js";
import { filesOf, type PackageFiles } from "../spec-file.js";
import { checkIn } from "./lint-check.js";
import { lintLetters } from "./lint-letters.js";
import { isChanged, lintRule } from "./lint-rule.js";
import { lintShape } from "./lint-shape.js";
import { lintSpec } from "./lint-spec.js";
import { PackageView } from "./package-view.js";

/** What no meta-schema can see: logic that can never matter, words that do not fit, data that nothing uses. */
export function lintPackage(spec: CompiledSpec, files: PackageFiles): FileError[] {
  const { source } = spec;
  const view = new PackageView(source);
  const errors: FileError[] = [];
  const add = (file: SpecFile, found: Iterable<Flaw>) => {
    for (const one of found) errors.push(file.error(one));
  };
  add(files.shape, lintShape(source.shape));
  add(files.spec, lintSpec(source, view));
  for (const [name, rule] of Object.entries(source.rules)) {
    const file = files.rules.get(name) as SpecFile;
    add(file, lintRule(rule, view));
    add(file, lintChanges(rule, spec));
    add(file, lintRegistries(rule, source));
  }
  errors.push(...lintDuplicates(source, files));
  for (const file of [files.spec, files.shape, ...files.rules.values()]) add(file, lintLetters(file.value));
  if (source.spec.status === "released") errors.push(...scaffoldErrors(files));
  return errors;
}

/** All that is left of writing a package, which keeps it from being released. */
export function scaffoldErrors(files: PackageFiles): FileError[] {
  const refused = refusedWords(files);
  return filesOf(files).flatMap((file) => [...lintScaffold(file.value, "", refused)].map((found) => file.error(found)));
}

/** The words that rules of the package refuse: these are written to be found, and are no notes. */
function refusedWords({ rules, spec }: PackageFiles): ReadonlySet<string> {
  const lists = [...rules.values()]
    .flatMap((file) => [(file.value as { check?: unknown }).check].flat())
    .map((check) => {
      const list = isObject(check) ? check["no-words"] : undefined;
      return isObject(list) ? valueAt(spec.value, `/data${list.spec}`) : list;
    });
  const words = lists.flatMap((list) => (isObject(list) ? Object.values(list) : [list])).flat();
  return new Set(words.map((word) => String(word).toLowerCase()));
}

/** Rules that check the same however they are written, or that have the words of another; whole examples likewise. */
function* lintDuplicates(source: SpecSource, files: PackageFiles): Generator<FileError> {
  const { rules, examples } = source;
  const normal = (normalForm(source) as unknown as { rules: Record<string, { when: Json; check: Json }> }).rules;
  const inRule = (name: string, found: Flaw) => (files.rules.get(name) as SpecFile).error(found);
  const inExample = (name: string, found: Flaw) => (files.examples.get(name) as SpecFile).error(found);
  for (const [name, other] of sharing(normal, ({ when, check }) => digest([when, check])))
    yield inRule(name, { pointer: "/check", detail: `the rule ${other} checks the same; remove one` });
  for (const key of ["summary", "message"] as const)
    for (const [name, other] of sharing(rules, (rule) => rule[key].trim()))
      yield inRule(name, {
        pointer: `/${key}`,
        detail: `is the ${key} of the rule ${other}; say what this one is about`,
      });
  const contentOf = ({ candidate, registry = [], registries = {} }: ExampleSource) =>
    digest([candidate, registry, registries]);
  for (const [name, other] of sharing(examples, contentOf))
    if (other < name)
      yield inExample(name, {
        pointer: "/candidate",
        detail: `is the candidate of the example ${other}; change it, or remove one`,
      });
  for (const [name, other] of sharing(examples, ({ title }) => title.trim()))
    if (other < name)
      yield inExample(name, {
        pointer: "/title",
        detail: `is the title of the example ${other}; say what this one shows`,
      });
}

/** Every name whose value another one has too, with the first such other one. */
function* sharing<T>(named: Readonly<Record<string, T>>, contentOf: (one: T) => string): Generator<[string, string]> {
  const values = Object.entries(named).map(([name, one]) => [name, contentOf(one)] as const);
  const firstTwo = new Map<string, string[]>();
  for (const [name, value] of values.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const known = firstTwo.get(value) ?? [];
    if (known.length < 2) firstTwo.set(value, [...known, name]);
  }
  for (const [name, value] of values) {
    const other = firstTwo.get(value)?.find((one) => one !== name);
    if (other !== undefined) yield [name, other];
  }
}

/** A check of a registry that no example knows, and that therefore finds nothing in any of them. */
function* lintRegistries({ check, examples }: RuleSource, { spec, examples: whole }: SpecSource): Generator<Flaw> {
  const known = [whole[spec.base], ...examples].flatMap((example) => Object.keys(example?.registries ?? {}));
  const names = [...new Set(known)];
  for (const [at, source] of [check].flat().entries())
    for (const name of registryNamesIn(source)) {
      if (names.includes(name)) continue;
      const there = names.length === 0 ? "" : `; registries of the examples: ${names.join(", ")}`;
      const advice = `add it to "registries" of the base example, or correct the name${there}`;
      yield {
        pointer: `/check${Array.isArray(check) ? `/${at}` : ""}/${checkIn(source).definition.name}`,
        detail: `no example has a registry ${quote(name)}; ${didYouMeanOr(advice, name, names)}`,
      };
    }
}

/** An example that says that it changes something, and does not. */
function* lintChanges(rule: RuleSource, spec: CompiledSpec): Generator<Flaw> {
  const base = spec.source.examples[spec.source.spec.base] as ExampleSource;
  for (const [at, example] of rule.examples.entries()) {
    if (example.registry !== undefined && equal(example.registry, base.registry ?? []))
      yield { pointer: `/examples/${at}/registry`, detail: "is that of the base example; change it or remove it" };
    if (!isChanged(example) || example.registry !== undefined || example.registries !== undefined) continue;
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

/** Finds leftovers of writing a package, which must not be released. */
export function* lintScaffold(value: unknown, pointer = "", refused: ReadonlySet<string> = new Set()): Generator<Flaw> {
  if (typeof value === "string" && Object.values(SCAFFOLD).includes(value as never))
    yield { pointer, detail: "is still the text of a new package; write your own" };
  // A rule may well be about such notes: only what people read is looked at.
  const note = typeof value === "string" && PROSE.test(pointer) ? NOTE.exec(value)?.[0] : undefined;
  if (note !== undefined && !refused.has(note.toLowerCase()))
    yield { pointer, detail: `has the note "${note}" to its writer; finish it before it is released` };
  if (!isObject(value) && !Array.isArray(value)) return;
  for (const [key, below] of Object.entries(value)) yield* lintScaffold(below, join(pointer, key), refused);
}

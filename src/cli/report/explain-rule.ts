import type { CompiledSpec } from "../../engine/compile-spec.js";
import { evaluate } from "../../engine/evaluate.js";
import type { ChangeSource, ExampleSource, FixSource, RuleExample } from "../../engine/grammar.js";
import { SHAPE_CODES } from "../../engine/shape/codes.js";
import { PORTABILITY_CODES } from "../../engine/shape/portability.js";
import { applyPatch, type Operation } from "../../json/patch.js";
import { join, parse, valueAt } from "../../json/pointer.js";
import type { Json } from "../../json/value.js";
import { candidateOf, registryOf } from "../../specs/example.js";
import { excerpt } from "../../text/quote.js";
import { checkWords, conditionLines } from "./rule-words.js";

/** What a rule demands, why, what it says, its fixes, and its examples as they really come out. */
export async function explainRule(spec: CompiledSpec, name: string): Promise<string> {
  const rule = spec.source.rules[name];
  const base = spec.source.examples[spec.source.spec.base];
  if (rule === undefined || base === undefined) return "";
  const { severity, summary, rationale, when, check, message, fixes = [], examples } = rule;
  const shown = await Promise.all(examples.map((example) => explainExample(spec, name, example, base)));
  const sections = [
    section("Why", [rationale]),
    section("When", when === undefined ? [] : conditionLines(when)),
    section("Must hold", [check].flat().map(checkWords)),
    section("Says", [message]),
    section("Fixes", fixes.flatMap(fixLines)),
    section("Examples", shown.flat()),
  ];
  return `${name}: ${severity} of ${spec.domainId} ${spec.version}\n${summary}\n${sections.join("")}`;
}

/** The codes that need no rule: what shapes say by their keywords, and what holds for every string and number. */
export function explainBuiltIn(code: string): string | undefined {
  const portability = PORTABILITY_CODES.find((known) => known.code === code);
  if (portability !== undefined) return `${code}: error in every spec package\n${portability.summary}\n`;
  const found = Object.entries(SHAPE_CODES).filter(([, shape]) => shape.code === code);
  const [first] = found;
  if (first === undefined) return undefined;
  const keywords = found.map(([keyword]) => `"${keyword}"`).join(" or ");
  return `${code}: error in every spec package\n${first[1].summary}\n${section("Must hold", [`${keywords} of candidate.schema.json`])}`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

/** What a fix claims, when it is offered and what it changes, as the rule says it. */
function fixLines({ title, applicability, when, ...change }: FixSource): string[] {
  const condition = when === undefined ? [] : ["if:", ...conditionLines(when, "  ")];
  return [`${title} (${applicability})`, ...[...condition, ...changeLines(change)].map((line) => `  ${line}`)];
}

function changeLines({ remove = [], rename = {}, set = {}, patch = [] }: ChangeSource): string[] {
  return [
    ...[remove].flat().map((pointer) => `remove ${pointer}`),
    ...Object.entries(rename).map(([pointer, name]) => `rename ${pointer} to ${JSON.stringify(name)}`),
    ...Object.entries(set).map(([pointer, value]) => `set ${pointer} to ${JSON.stringify(value)}`),
    ...patch.map((operation) => JSON.stringify(operation)),
  ];
}

/** Not as written, but as it happens: what the example changes, what is found there, and what the first fix makes of it. */
async function explainExample(
  spec: CompiledSpec,
  name: string,
  example: RuleExample,
  base: ExampleSource,
): Promise<string[]> {
  const candidate = candidateOf(spec, example, base) as Json;
  const registry = registryOf(example.registry ?? base.registry);
  const { diagnostics } = await evaluate(spec, candidate, registry);
  const own = diagnostics.filter(({ code }) => code === name);
  return [
    `${own.length === 0 ? "passes" : "violated"}: ${example.title}`,
    ...differences(base.candidate, candidate, "").map((line) => `  ${line}`),
    ...(example.registry ? [`  with the registry ${JSON.stringify(example.registry)}`] : []),
    ...own.flatMap(({ path, message, fixes }) => [
      `  ${path}: ${message}`,
      ...fixes.flatMap(({ applicability, title, patch }) => [
        `  fix (${applicability}): ${title}`,
        ...patchLines({ candidate }, patch).map((line) => `    ${line}`),
      ]),
    ]),
  ];
}

/** A patch as a diff of what it touches. */
function patchLines(request: unknown, patch: readonly Operation[]): string[] {
  const after = applyPatch(request, patch);
  return patch.flatMap((operation) => {
    const { op, path } = operation;
    if (op === "move") return [`- ${operation.from}`, `+ ${path}: ${shown(valueAt(after, path))}`];
    const before = op === "add" ? [] : [`- ${path}: ${shown(valueAt(request, path))}`];
    return op === "remove" ? before : [...before, `+ ${path}: ${shown(operation.value)}`];
  });
}

/** The lines that differ between two values, as a diff. */
function differences(before: unknown, after: unknown, pointer: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isContainer(before) && isContainer(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => {
      const below = join(pointer, key);
      return differences(before[key as never], after[key as never], below);
    });
  }
  const place = parse(pointer).length === 0 ? "the candidate" : pointer;
  return [
    ...(before === undefined ? [] : [`- ${place}: ${shown(before)}`]),
    ...(after === undefined ? [] : [`+ ${place}: ${shown(after)}`]),
  ];
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  const text = excerpt(value);
  return typeof text === "string" && typeof value !== "string" ? text : JSON.stringify(text);
}

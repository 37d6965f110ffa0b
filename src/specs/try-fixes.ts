import type { Finding } from "../engine/checks/check.js";
import type { CompiledSpec } from "../engine/compile-spec.js";
import { decide, inspect } from "../engine/inspect.js";
import type { CompiledRule, RuleSource } from "../engine/rules/compile-rule.js";
import { compileFix, type Fill, type FixTemplate, fillOf } from "../engine/rules/template.js";
import { Editor, isWithin, type Operation } from "../json/patch.js";
import type { Registry } from "../registry/registry.js";

/** An operation of a fix that fails. */
export interface Failure {
  /** Into the file of the rule. */
  pointer: string;
  detail: string;
}

/**
 * Applies the fixes that a rule makes for a candidate. One that fails would be offered all the same or, where it claims to be
 * machine-applicable, left out without a word.
 */
export async function tryFixes(
  spec: CompiledSpec,
  { name, event }: RuleSource,
  candidate: unknown,
  registry: Registry,
): Promise<Failure[]> {
  const { fixes = [] } = event.params;
  const rule = spec.rules.find((compiled) => compiled.name === name);
  if (rule === undefined || fixes.length === 0) return [];
  const found: { finding: Finding; judged: unknown }[] = [];
  const overheard: CompiledRule = {
    ...rule,
    problem(finding, judged) {
      found.push({ finding, judged });
      return rule.problem(finding, judged);
    },
  };
  await decide({ ...spec, rules: [overheard] }, inspect(spec, candidate, registry), "possible");
  return found.flatMap(({ finding, judged }) => {
    const fill = fillOf(finding, spec.version);
    return fixes.flatMap((fix, index) => {
      const failure = firstFailure(fix, fill, judged, candidate);
      return failure ? { ...failure, pointer: `/event/params/fixes/${index}${failure.pointer}` } : [];
    });
  });
}

function firstFailure(fix: FixTemplate, fill: Fill, judged: unknown, candidate: unknown): Failure | undefined {
  if (compileFix(fix)(fill, judged) === undefined) return undefined;
  const editor = new Editor({ candidate });
  for (const [at, operation] of fix.patch.entries()) {
    for (const made of compileFix({ ...fix, patch: [operation] })(fill, judged)?.patch ?? []) {
      const why = failureOf(made, editor);
      if (why !== undefined) return { pointer: `/patch/${at}`, detail: `${inWords(made)} cannot be applied: ${why}` };
    }
  }
  return undefined;
}

function failureOf(operation: Operation, editor: Editor): string | undefined {
  const pointers = operation.op === "move" ? [operation.from, operation.path] : [operation.path];
  if (!pointers.every((pointer) => isWithin(pointer, "/candidate"))) return "pointers of fixes start with /candidate";
  try {
    editor.apply(operation);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function inWords(operation: Operation): string {
  return operation.op === "move" ? `move ${operation.from} to ${operation.path}` : `${operation.op} ${operation.path}`;
}

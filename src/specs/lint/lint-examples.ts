import type { CheckSource, RuleExample } from "../../engine/grammar.js";
import { equal, type JsonObject } from "../../json/value.js";
import { quote } from "../../text/quote.js";
import type { Found } from "../file-error.js";
import { checkIn } from "./lint-check.js";

/** Examples that show nothing, or that leave something unshown. */
export function* lintExamples(examples: readonly RuleExample[], checks: readonly CheckSource[]): Generator<Found> {
  const isViolated = ({ violations }: RuleExample) => violations !== undefined;
  if (examples.every(isViolated))
    yield { pointer: "/examples", detail: "no example passes; add one without violations" };
  if (!examples.some(isViolated)) yield { pointer: "/examples", detail: "no example is violated; add one that is" };
  else if (!examples.some(({ message }) => message !== undefined))
    yield { pointer: "/examples", detail: 'no example states the message; add "message" to one that is violated' };
  const titles = examples.map(({ title }) => title);
  for (const [at, { title, ...rest }] of examples.entries()) {
    const pointer = `/examples/${at}`;
    if (titles.indexOf(title) < at)
      yield { pointer: `${pointer}/title`, detail: "another example has this title; say what this one shows" };
    const twin = examples.findIndex(({ title: _, ...other }) => equal(changesOf(other), changesOf(rest)));
    if (twin < at) yield { pointer, detail: `changes the same as ${quote(titles[twin])}; remove one` };
    if (rest.registry !== undefined && !checks.some((source) => /registered/.test(checkIn(source).definition.name)))
      yield { pointer: `${pointer}/registry`, detail: "this rule does not look at the registry; remove it" };
  }
}

function changesOf({
  set,
  remove,
  rename,
  resize,
  patch,
  registry,
  registries,
}: Omit<RuleExample, "title">): JsonObject {
  const changes = { set, remove, rename, resize, patch, registry, registries };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as JsonObject;
}

export function isChanged(example: RuleExample): boolean {
  return Object.keys(changesOf(example)).length > 0;
}

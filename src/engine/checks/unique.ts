import { DistinctStrings } from "../../json/distinct-strings.js";
import { equal, identityOf } from "../../json/value.js";
import type { Group, GroupCheckDefinition } from "./check.js";
import { lowerCase } from "./source.js";

export const unique: GroupCheckDefinition = {
  group: true,
  name: "unique",
  summary:
    "No value of the group occurs twice; the later one is reported. `{first}` points at the earlier one; `{twin}` points at the array item to remove, and is filled only where the whole items are equal.",
  value: { const: true },
  options: { ignoreCase: { type: "boolean" } },
  types: ["string", "number", "object", "array"],
  placeholders: () => ["first", "twin"],
  unfilled: ["expected"],
  compile({ options }) {
    const identity = options.ignoreCase === true ? (value: unknown) => identityOf(lowerCase(value)) : identityOf;
    return {
      check(group, context) {
        const seen = new DistinctStrings();
        const first: number[] = [];
        for (let at = 0; at < group.values.length; at++) {
          if (!isIdentifying(group.values[at])) continue;
          const own = identity(group.values[at]);
          const earlier = seen.indexOf(own);
          if (earlier === -1) {
            seen.push(own);
            first.push(at);
            continue;
          }
          const before = first[earlier] as number;
          const actual = group.values[at];
          const fills = { first: group.path(before), twin: () => twinOf(group, before, at) };
          context.report({ at: group.path(at), actual, fills });
        }
      },
    };
  },
};

/** Of booleans there are but two, and null says that there is no value. */
function isIdentifying(value: unknown): boolean {
  return typeof value !== "boolean" && value !== null;
}

/** The array items around both places, where these are equal as a whole. */
function twinOf(group: Group, first: number, second: number): string | undefined {
  const [one, other] = [group.itemAt(first), group.itemAt(second)];
  return one !== undefined && other !== undefined && equal(one.value, other.value) ? other.path : undefined;
}

import { joinPointer } from "../../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import type { CheckEnvironment, CheckMaker, CheckParams } from "./check.js";
import { makeCheckFrom } from "./parameters.js";
import { compilePatternOrEntry, MAX_FAST_LENGTH, suggestMatch } from "./pattern.js";

/**
 * The value of `only-keys` that describes keys instead of listing them, for objects whose keys
 * their author chooses.
 */
interface KeyPattern extends JsonObject {
  pattern: Json;
}

export function isKeyPattern(value: unknown): value is KeyPattern {
  return isObject(value) && value.pattern !== undefined;
}

/** No schema says how long a key may be, and a pattern may take quadratic time. */
export function schemaOfKeys({ pattern }: KeyPattern): JsonObject | undefined {
  return typeof pattern === "string"
    ? { propertyNames: { pattern, maxLength: MAX_FAST_LENGTH } }
    : undefined;
}

export function compileKeyPattern(
  { pattern }: KeyPattern,
  options: CheckParams["options"],
  environment: CheckEnvironment,
): CheckMaker {
  const respelling = String(options.suggest);
  return makeCheckFrom(
    compilePatternOrEntry(pattern, environment.data, "/only-keys/pattern"),
    (regex) => {
      const expected = { pattern: regex.source };
      return (actual: unknown, context) => {
        if (!isObject(actual)) return;
        let place: string | undefined;
        for (const key of Object.keys(actual)) {
          if (key.length <= MAX_FAST_LENGTH && regex.test(key)) continue;
          if (context.isFull) context.countFurther(1);
          else {
            place ??= context.path();
            const suggestion = () => suggestMatch(key, regex, respelling, context.subject);
            context.report({
              path: joinPointer(place, key),
              key,
              actual: actual[key],
              expected,
              fills: { suggestion },
            });
          }
        }
      };
    },
  );
}

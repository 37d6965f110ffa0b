import type { ErrorObject, ValidateFunction } from "ajv";
import { createAjv } from "../json-schema/ajv.js";

/** All errors in a piece of configuration at once, so that an operator can fix them in one go. */
export class ConfigErrors extends Error {
  override readonly name = "ConfigErrors";

  constructor(readonly errors: readonly string[]) {
    super(errors.join("\n"));
  }
}

/**
 * Makes a schema a parser that throws `ConfigErrors`. No error quotes the content, as the message of JSON.parse
 * would: a key pasted into the wrong place must not reach a log.
 */
export function jsonFileParser<T>(schema: object): (text: string) => T {
  let isValid: ValidateFunction<T> | undefined;
  return (text) => {
    const content = parse(text);
    // Only if there is such a file: it takes 10 ms.
    isValid ??= createAjv({ ownProperties: true, messages: true }).compile<T>(schema);
    if (isValid(content)) return content;
    throw new ConfigErrors((isValid.errors ?? []).map(describe));
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConfigErrors(["is not valid JSON; fix its syntax"]);
  }
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  if (keyword === "false schema") return `${instancePath} is not allowed here; remove it`;
  const property = params.additionalProperty;
  return `${instancePath || "/"} ${message}${property === undefined ? "" : ` (${JSON.stringify(property)})`}`;
}

/** One error for each item that has the same `key` as an earlier item. */
export function duplicates<K extends string>(items: readonly Record<K, string>[], at: string, key: K): string[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const before = first.get(item[key]);
    if (before === undefined) first.set(item[key], index);
    return before === undefined ? [] : [`${at}/${index}/${key} repeats ${at}/${before}/${key}; remove one of them`];
  });
}

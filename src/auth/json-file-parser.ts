import type { ErrorObject } from "ajv";
import { createAjv } from "../json-schema/ajv.js";

/** Everything wrong with a piece of configuration at once, so that an operator mends it in one go. */
export class Faults extends Error {
  constructor(readonly faults: readonly string[]) {
    super(faults.join("\n"));
    this.name = "Faults";
  }
}

// Our own schemas need no checking at every start: to compile the meta-schema for that takes 60 ms.
const ajv = createAjv({ ownProperties: true, messages: true, validateSchema: false });

/**
 * From a schema, a parser that throws `Faults`. No fault quotes the content, as JSON.parse's own message would: these
 * files sit beside secrets, and a key pasted into the wrong place must not reach a log.
 */
export function jsonFileParser<T>(schema: object): (text: string) => T {
  const isValid = ajv.compile<T>(schema);
  return (text) => {
    const content = parse(text);
    if (isValid(content)) return content;
    throw new Faults((isValid.errors ?? []).map(describe));
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Faults(["is not valid JSON"]);
  }
}

function describe({ instancePath, keyword, message, params }: ErrorObject): string {
  if (keyword === "false schema") return `${instancePath} must not be there`;
  const subject = params.additionalProperty ?? params.allowedValue;
  return `${instancePath || "/"} ${message}${subject === undefined ? "" : ` (${JSON.stringify(subject)})`}`;
}

/** One fault for each item whose `key` an earlier item has already used. */
export function repeats<K extends string>(items: readonly Record<K, string>[], at: string, key: K): string[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const before = first.get(item[key]);
    if (before === undefined) first.set(item[key], index);
    return before === undefined ? [] : [`${at}/${index}/${key} repeats ${at}/${before}/${key}`];
  });
}

import { Ajv, type ErrorObject } from "ajv";
import formats from "ajv-formats";
import { Faults } from "./faults.js";

// Our own schemas need no checking at every start: to compile the meta-schema for that takes 60 ms.
const ajv = new Ajv({ allErrors: true, ownProperties: true, validateSchema: false });
formats.default(ajv);

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

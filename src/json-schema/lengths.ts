import { _, type Ajv, type CodeKeywordDefinition } from "ajv";

/** The number of code points, which JSON Schema counts as characters. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

const maxLength: CodeKeywordDefinition = {
  keyword: "maxLength",
  type: "string",
  schemaType: "number",
  code(context) {
    const { gen, data, schema } = context;
    const count = gen.scopeValue("func", { ref: codePoints, code: _`codePoints` });
    context.fail(_`${data}.length > ${schema} && ${count}(${data}) > ${schema}`);
  },
};

const minLength: CodeKeywordDefinition = {
  ...maxLength,
  keyword: "minLength",
  code(context) {
    const { gen, data, schema } = context;
    const count = gen.scopeValue("func", { ref: codePoints, code: _`codePoints` });
    context.fail(_`${data}.length < ${2 * schema} && ${count}(${data}) < ${schema}`);
  },
};

/**
 * Replaces AJV's limits of lengths, which count the characters of every string. A string of `length` code units has at
 * most as many and at least half as many characters, so that most need no counting: the shape of a typical candidate is
 * checked in a fifth of the time.
 */
export function addLengths(ajv: Ajv): void {
  for (const keyword of [maxLength, minLength]) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
}

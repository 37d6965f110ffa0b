import type { Random } from "./random.js";

const VALUES = [
  ...["null", "true", "0", "-0", "1e308", "1e999", "-1", "0.1", "12345678901234567890"],
  ...[
    '""',
    '"x"',
    '"\\ud800"',
    '"\\u0000"',
    '"__proto__"',
    '"toString"',
    '"A\\u030a"',
    '"person-name"',
    '"v1"',
  ],
  ...["[]", "{}", "[[]]", "[null]", '{"__proto__":1}', '{"a":1,"a":2}', `[${"{},".repeat(60)}{}]`],
  ...[`"${"x".repeat(500)}"`, `${"[".repeat(40)}${"]".repeat(40)}`],
];

/** Replaces some keys and values of a JSON document. The result is mostly still JSON. */
export function mutateJson(text: string, random: Random): string {
  let mutated = text;
  for (let times = 1 + random.below(3); times > 0; times--) {
    const tokens = [...mutated.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g)];
    if (tokens.length === 0) return mutated;
    const { index, 0: token } = random.of(tokens);
    const isKey = mutated[index + token.length] === ":";
    const put = isKey
      ? random.of(['"x"', '"__proto__"', '"toString"', '""', random.of(tokens)[0]])
      : random.of(VALUES);
    mutated = `${mutated.slice(0, index)}${put}${mutated.slice(index + token.length)}`;
  }
  return mutated;
}

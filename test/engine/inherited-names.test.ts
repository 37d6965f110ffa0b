import { compileTypes } from "../../src/engine/declared/field-types.js";
import { compileShape } from "../../src/engine/problems/compile-shape.js";

describe.each(["toString", "hasOwnProperty", "valueOf"])("a property that a spec package calls %s", (name) => {
  const shape = compileShape({
    type: "object",
    required: [name],
    additionalProperties: false,
    properties: { [name]: { type: "string", maxLength: 3 } },
  });
  const problems = (value: unknown) => shape(value).map(({ code, path }) => `${code} ${path}`);

  test("is required of a candidate that merely inherits it, and looked at where it is there", () => {
    expect(problems({})).toEqual(["missing-property /candidate"]);
    expect(problems({ [name]: "x" })).toEqual([]);
    expect(problems({ [name]: "long" })).toEqual([`too-long /candidate/${name}`]);
  });

  test("is not looked for where it is optional and not there", () => {
    const optional = compileShape({ type: "object", properties: { [name]: { type: "string" } } });
    expect(optional({})).toEqual([]);
  });

  test("is required of a value by its declared type", () => {
    const types = compileTypes({ spec: "/types" }, { types: { it: { type: "object", required: [name] } } }, "");
    expect([types.get("it")?.accepts({}), types.get("it")?.accepts({ [name]: 1 })]).toEqual([false, true]);
  });
});

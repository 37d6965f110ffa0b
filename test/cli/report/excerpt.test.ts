import { excerpt } from "../../../src/cli/report/excerpt.js";
import { jsonPosition } from "../../../src/json/position.js";
import fc, { anyString } from "../../support/fast-check.js";

const at = (text: string, part: string) => excerpt(text, jsonPosition(text, text.indexOf(part)));

describe("an excerpt", () => {
  test.each([
    ['{ "a": "text" }', '"text"', '{ "a": "text" }', "       ^^^^^^"],
    ['{ "a": -1.5e3 }', "-1.5e3", '{ "a": -1.5e3 }', "       ^^^^^^"],
    ['{ "a": [1] }', "[1]", '{ "a": [1] }', "       ^"],
    ['{ "a": "say \\"hi\\"" }', '"say', '{ "a": "say \\"hi\\"" }', "       ^^^^^^^^^^^^"],
    ['{\r\n\t"a": true\r\n}', "true", ' "a": true', "      ^^^^"],
    ['{ "東京": "日本" }', '"日本"', '{ "東京": "日本" }', "          ^^^^^^"],
    ['{ "🙂e\u0301": 1 }', "1", '{ "🙂e\u0301": 1 }', "         ^"],
    ['{ "a": "no end', '"no', '{ "a": "no end', "       ^^^^^^^"],
  ])("of %j underlines the token at the position", (text, part, line, underline) => {
    expect(at(text, part)).toEqual({ line, underline });
  });

  test("of one long line shows the text around the token", () => {
    const text = `{"a":"${"x".repeat(5000)}","b":"here","c":"${"y".repeat(5000)}"}`;
    const { line, underline } = at(text, '"here"');
    expect(line.length).toBeLessThan(120);
    expect(line).toMatch(/^…x+","b":"here","c":"y+…$/);
    expect(line.slice(underline.indexOf("^"), underline.length)).toBe('"here"');
  });

  test("never contains a control character, a line break or a lone surrogate", () => {
    const anything = anyString(400);
    const places = fc.tuple(anything, anything, fc.integer({ min: 0, max: 800 }));
    fc.assert(
      fc.property(places, ([a, b, offset]) => {
        const text = `${a}\u001b[31m\u202e\u009b\n${b}\ud800`;
        const { line, underline } = excerpt(text, jsonPosition(text, Math.min(offset, text.length)));
        expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u);
        expect(underline).toMatch(/^ *\^+$/);
        expect([...line].length).toBeLessThanOrEqual(142);
      }),
    );
  });
});

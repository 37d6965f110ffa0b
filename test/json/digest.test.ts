import { createHash } from "node:crypto";
import { digest } from "../../src/json/digest.js";

const sha256 = (canonical: string) => `sha256:${createHash("sha256").update(canonical).digest("hex")}`;

/** Input and canonical form, from RFC 8785, sections 3.2.2 to 3.2.4 and appendix B. */
test.each<[string, unknown, string]>([
  [
    "the sample object",
    JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ),
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  ],
  [
    "properties in the order of UTF-16 code units",
    JSON.parse(
      String.raw`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
    ),
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  ],
  ["minus zero", -0, "0"],
  ["the smallest number", 5e-324, "5e-324"],
  ["the largest number", 1.7976931348623157e308, "1.7976931348623157e+308"],
  ["the largest exact integer", 9007199254740992, "9007199254740992"],
  ["a number written with an exponent", 1e21, "1e+21"],
  ["a number written without an exponent", 999999999999999900000, "999999999999999900000"],
  ["nested properties", { b: { d: 1, c: [{ f: 1, e: 2 }] }, a: "" }, '{"a":"","b":{"c":[{"e":2,"f":1}],"d":1}}'],
])("%s has the digest of its canonical form", (_, value, canonical) => {
  expect(digest(value)).toBe(sha256(canonical));
});

import type { CompiledSpec } from "../../../src/engine/compile-spec.js";
import { startText } from "../../../web/playground/start-text.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const spec = () => compiledSpecs("rules").get("generator-option")?.current as CompiledSpec;

test("a link opens an example, or what a rule finds", async () => {
  expect(await startText(spec(), { kind: "example", name: "city-weather" })).toContain('"city-weather"');
  const start = { kind: "rule", rule: "owner-kind-is-allowed", example: 1 } as const;
  expect(await startText(spec(), start)).toContain('"owner"');
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty", "no-such-name"])(
  "there is no %s",
  async (name) => {
    expect(await startText(spec(), { kind: "example", name })).toBeUndefined();
    expect(await startText(spec(), { kind: "rule", rule: name, example: 0 })).toBeUndefined();
  },
);

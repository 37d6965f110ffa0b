import type { Dependencies } from "../../src/proposals/dependencies.js";
import { describeCandidates } from "../../src/proposals/describe-candidate.js";
import { toDomain } from "../../src/specs/catalog.js";
import { type sourceOf, specOf } from "../engine/spec-of.js";

const parts = {
  shape: { type: "object", properties: { size: { type: "number" } } },
  examples: { "": { title: "-", candidate: { size: 1 } } },
} as unknown as Parameters<typeof sourceOf>[0];

function dependenciesOf(...ids: string[]): Dependencies {
  const words = { title: "-", description: "-" };
  return { specs: new Map(ids.map((id) => [id, toDomain(id, words, [specOf(parts)])])) } as unknown as Dependencies;
}

const OUTLINE = "any (v1): { size?: number } No value is ever null: leave the property out.";

test("a domain without rules is described by its outline and its example", () => {
  const [domain, legend] = describeCandidates(dependenciesOf("one")).split("\n");
  expect(domain).toBe(`${OUTLINE} Example: {"size":1}`);
  expect(legend).toMatch(/optional.*characters.*items.*offset/);
});

test("only the domains that are asked for are described, in the room that there is", () => {
  const dependencies = dependenciesOf("one", "two");
  expect(describeCandidates(dependencies).split("\n")).toHaveLength(3);
  expect(describeCandidates(dependencies, { only: new Set(["two"]) }).split("\n")).toHaveLength(2);
  expect(describeCandidates(dependencies, { only: new Set(["two"]), room: 265 }).split("\n")[0]).toBe(OUTLINE);
  expect(describeCandidates(dependencies, { room: 30 })).toMatch(/^Read the document at the specPackageUrl/);
});

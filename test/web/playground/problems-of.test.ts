import { checkText } from "../../../web/playground/check-text.js";
import { problemsOf } from "../../../web/playground/problems-of.js";
import type { Place } from "../../../web/playground/protocol.js";
import { builtOf, type Diagnostic, type ServiceState } from "../../../web/playground/state.js";
import { compiledSpecs } from "../../support/compiled-specs.js";

const SETTINGS = { baseUrl: "http://localhost:8080", bodyLimit: 65_536 };
const NOT_ASKED: ServiceState = { isAsking: false, extra: [] };
const VALID = {
  owner: { kind: "human", id: "user_4821" },
  generatorId: "tide-table",
  generatorName: "Tide table",
  description: "High and low water of harbours.",
  outputFields: [{ name: "harbour", type: "string", description: "Its name." }],
  supportedStrategies: ["fast"],
  sampleRecords: [{ harbour: "Brest" }],
  rationaleNotes: "Sailors ask for it.",
};

async function check(text: string) {
  const verdict = await checkText(
    { text, domainId: "generator-option", version: "v1", isCurrent: true, targetProduct: "t", targetUrl: "http://t" },
    compiledSpecs("rules"),
    SETTINGS,
  );
  return { verdict, milliseconds: 1 };
}

test("problems are in the order of the document, also if a key looks like an integer", async () => {
  const text = '{ "zebra": 1, "10": 1, "owner": { "kind": "human", "extra": 1, "2": 1 }, "1": 1 }';
  const checked = await check(text);
  const extra = { diagnostic: { code: "from-the-service" } as Diagnostic, place: { from: 20, to: 21 } as Place };
  const problems = problemsOf({ checked, service: { ...NOT_ASKED, extra: [extra] } });
  const offsets = problems.map(({ place }) => place.from);
  expect(offsets).toEqual([...offsets].sort((one, other) => one - other));
  const unknown = problems.filter(({ diagnostic }) => diagnostic.code === "unknown-property");
  expect(unknown.map(({ place: { from, to } }) => text.slice(from, to))).toEqual([
    '"zebra"',
    '"10"',
    '"extra"',
    '"2"',
    '"1"',
  ]);
  expect(problems.filter(({ isExtra }) => isExtra)).toHaveLength(1);
});

test("there is a package until the service objects", async () => {
  const checked = await check(JSON.stringify(VALID));
  expect(builtOf({ checked, service: NOT_ASKED })).toMatchObject({ valid: true, proposalPackage: {}, submission: {} });
  const answer = { kind: "result", result: { valid: false }, budget: undefined } as ServiceState["answer"];
  expect(builtOf({ checked, service: { ...NOT_ASKED, ...(answer && { answer }) } })).toBeUndefined();
});

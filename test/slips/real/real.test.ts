import * as library from "../../../src/library.js";
import * as schemaLibrary from "../../../src/schema-library.js";
import {
  outcomeOfReal,
  outcomeOfText,
  type RealOutcome,
  readRealSlips,
  readRealTexts,
} from "./read-real.js";

const slips = readRealSlips();
const outcomes = new Map<string, RealOutcome>();
beforeAll(async () => {
  for (const slip of slips) outcomes.set(slip.id, await outcomeOfReal(slip, library));
});

const share = (some: readonly RealOutcome[]) => {
  const certain = slips.filter((slip) => slip.certain);
  return (
    certain.filter(({ id }) => some.includes(outcomes.get(id) as RealOutcome)).length /
    certain.length
  );
};

test("no slip is made valid as something else than what was meant, or as what nobody can know to be meant", () => {
  const isMistaken = ({ id }: { id: string }) =>
    ["wrong", "invented"].includes(outcomes.get(id) as RealOutcome);
  expect(slips.filter(isMistaken).map(({ id }) => id)).toEqual([]);
});

test("of those that a reviewer would ask about, only a word for a boolean is repaired, as the report means it", () => {
  const repaired = slips.filter(({ id, certain }) => !certain && outcomes.get(id) === "as meant");
  expect(repaired.map(({ sent }) => sent)).toEqual([{ is_valid: "no" }]);
});

test("those that a reviewer would correct are repaired as meant", () => {
  expect(share(["as meant"])).toBeGreaterThanOrEqual(0.92);
});

test("and nearly all others are among the fixes", () => {
  expect(share(["as meant", "offered"])).toBeGreaterThanOrEqual(0.95);
});

test("texts that are no JSON are read as meant, or left", async () => {
  const texts = readRealTexts();
  const byOutcome = new Map<RealOutcome, string[]>();
  for (const text of texts) {
    const outcome = await outcomeOfText(text, schemaLibrary);
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), text.id]);
  }
  expect(byOutcome.get("wrong") ?? []).toEqual([]);
  expect(byOutcome.get("invented") ?? []).toEqual([]);
  const certain = texts.filter((text) => text.certain).map(({ id }) => id);
  const read = (byOutcome.get("as meant") ?? []).filter((id) => certain.includes(id));
  expect(read.length / certain.length).toBeGreaterThanOrEqual(0.82);
});

import { BOTH_DOMAINS, exampleRequest } from "../support/example-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS, toolCall } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ ...BOTH_DOMAINS, RATE_LIMIT_CALLS: "1000" });
});
afterAll(() => service.stop());

type Spoil = (at: number) => object;
const CELLS = ["city", "temperature", "rainyDays", "measuredOn"];

/** Properties that make a record wrong. */
const TWO_ERRORS: [title: string, one: Spoil, other: Spoil][] = [
  ["two columns", () => ({ temperature: "cold" }), (at) => ({ measuredOn: `soon ${at}` })],
  ["keys of their own", (at) => ({ [`x${at}`]: at }), (at) => ({ [`y${at}`]: "y" })],
  ["long keys of their own", (at) => ({ [`${at}-${"k".repeat(150)}`]: at }), () => ({ temperature: "v".repeat(300) })],
  ["a slip and a key of their own", () => ({ temprature: 1.5 }), (at) => ({ [`x${at}`]: at })],
  ["any column", (at) => ({ [CELLS[at % 4] as string]: null }), (at) => ({ [CELLS[(at + 1) % 4] as string]: [] })],
  [
    "a few that are repaired",
    (at) => ({ measuredOn: at < 9 ? `2026/03/1${at}` : "soon" }),
    () => ({ rainyDays: "v".repeat(300) }),
  ],
];

describe.each(ERAS)("in %s", (_, era) => {
  async function textOf(request: object, tool = "validateProposal"): Promise<string> {
    const { rpc } = await ask(service.url, toolCall(era, service.key)(tool, request));
    return rpc.result?.content[0]?.text ?? "";
  }

  test("an invalid candidate: each problem with its best fix, then the repair", async () => {
    const text = await textOf(exampleRequest({ supportedStrategies: ["realstic"], owner: { kind: "agent", id: "x" } }));
    expect(text.split("\n")).toEqual([
      "Invalid: 2 errors.",
      '- /candidate/owner/kind "agent" is not an owner kind of spec package v1; allowed: human → Name a person as the owner: put in "user-id" and fill it in',
      '- /candidate/supportedStrategies/0 "realstic" is not a strategy of spec package v1; allowed: fast, realistic → Replace with "realistic"',
      "Repair (JSON Patch for your arguments, 1 error left):",
      '[{"op":"replace","path":"/candidate/supportedStrategies/0","value":"realistic"}]',
      "Left after it, for you to decide:",
      "- /candidate/owner/kind as above",
    ]);
  });

  test("equal problems of a column are one line", async () => {
    const wrong = { city: "Oslo", temperature: "cold", measuredOn: "2026-03-01" };
    const right = { city: "Oslo", temperature: 1.5, rainyDays: 9, measuredOn: "2026-03-01" };
    const records = Array.from({ length: 40 }, (_item, at) => (at === 7 ? right : wrong));
    const lines = (await textOf(exampleRequest({ sampleRecords: records }))).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe("Invalid: 78 errors.");
    expect(lines[1]).toMatch(/^- \/candidate\/sampleRecords\/\[0-6,8-39\] the record lacks .*"rainyDays"/);
    expect(lines[2]).toMatch(/^- \/candidate\/sampleRecords\/\[0-6,8-39\]\/temperature "cold" is not of type number/);
  });

  test.each(TWO_ERRORS)(
    "60 records with two errors each take less than 1,700 characters: %s",
    async (_title, ...spoil) => {
      const records = Array.from({ length: 60 }, (_item, at) => {
        const right = { city: "Oslo", temperature: 1.5, rainyDays: 9, measuredOn: "2026-03-01" };
        return Object.assign(right, ...spoil.map((one) => one(at)));
      });
      expect((await textOf(exampleRequest({ sampleRecords: records }))).length).toBeLessThan(1_700);
    },
  );

  test("keys that each record has of its own are one line, beside a column of equal errors", async () => {
    const records = Array.from({ length: 20 }, (_item, at) => ({
      city: "Oslo",
      temperature: "cold",
      rainyDays: 9,
      measuredOn: "2026-03-01",
      [`extra${at}`]: at,
    }));
    const lines = (await textOf(exampleRequest({ sampleRecords: records }))).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^- \/candidate\/sampleRecords\/\[0-19\]\/temperature "cold" is not of type number/);
    expect(lines[2]).toMatch(
      /^- \/candidate\/sampleRecords\/\[0-19\]\/\{extra0,extra1,.*,…\} for example: the field "extra0" is not declared/,
    );
  });

  test("several missing properties of one object are several lines", async () => {
    const text = await textOf({ ...exampleRequest(), candidate: { owner: {} } });
    expect(text.match(/is missing/g)).toHaveLength(8);
  });

  test("a long repair is not written out: applyRepair gives the candidate that it makes", async () => {
    const records = Array.from({ length: 40 }, (_item, at) => ({
      city: "Oslo",
      temperature: String(at),
      rainyDays: 9,
      measuredOn: "2026-03-01",
    }));
    const request = exampleRequest({ sampleRecords: records });
    expect(await textOf(request)).toMatch(
      /\nThe repair has 40 operations, 0 errors left: call again with "applyRepair": true/,
    );
    const [, repaired = "null"] = (await textOf({ ...request, applyRepair: true })).split(
      "Repaired candidate, 0 errors left:\n",
    );
    expect(await textOf({ ...request, candidate: JSON.parse(repaired) })).toMatch(/^Valid\./);
  });

  test("a valid candidate, and what to do next", async () => {
    expect(await textOf(exampleRequest())).toBe("Valid. Call buildProposal with the same arguments.");
    const warned = await textOf(exampleRequest({ rationaleNotes: "" }));
    expect(warned).toMatch(
      /^Valid: 1 warning\. Call buildProposal.*\n- warning: \/candidate\/rationaleNotes no rationale/,
    );
  });

  test("a valid build has the package and the submission as a whole", async () => {
    const { rpc } = await ask(service.url, toolCall(era, service.key)("buildProposal", exampleRequest()));
    const { proposalPackage, submission } = (rpc.result?.structuredContent ?? {}) as Record<string, unknown>;
    const [verdict, built = "null"] = (rpc.result?.content[0]?.text ?? "").split("\n");
    expect(verdict).toBe("Valid. Submit this package:");
    expect(JSON.parse(built)).toEqual({ proposalPackage, submission });
  });
});

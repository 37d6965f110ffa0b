import { resolve } from "node:path";
import { BOTH_DOMAINS, exampleRequest } from "../../support/example-request.js";
import { ask, ERAS, legacy, logLine, toolCall } from "../../support/mcp.js";
import { startService } from "../../support/service.js";
import { temporaryFile } from "../../support/temporary-file.js";

const registries = [
  "config/registries/sample-studio.json",
  "examples/registries/sample-warehouse.json",
];
const [studio, warehouse] = registries.map((file) => ({ file: resolve(file) }));
const targets = await temporaryFile({
  targets: [
    {
      id: "sample-studio",
      url: "http://localhost:8090",
      domains: ["generator-option"],
      registry: studio,
    },
    {
      id: "sample-warehouse",
      url: "http://localhost:8091",
      domains: ["data-contract"],
      registry: warehouse,
    },
    {
      id: "unreachable",
      url: "http://localhost:1",
      domains: ["generator-option"],
      registry: { url: "http://127.0.0.1:9" },
    },
  ],
});
const service = await startService({
  ...BOTH_DOMAINS,
  TARGETS_FILE: targets.path,
  RATE_LIMIT_CALLS: "1000",
});

const call = (args: unknown, tool = "validateProposal", era = legacy) =>
  ask(service.url, toolCall(era, service.key)(tool, args));
/** What a model reads. */
const textOf = async (args: unknown, tool?: string, era?: typeof legacy) =>
  (await call(args, tool, era)).rpc.result?.content[0]?.text ?? "";

test("a checked proposal is logged as over REST", async () => {
  const { headers } = await call(exampleRequest({ supportedStrategies: ["fast", "fast"] }));
  expect(await logLine(service, headers)).toMatchObject({
    route: "/mcp",
    method: "POST",
    status: 200,
    caller: "development",
    operation: "validateProposal",
    valid: false,
    codes: ["supported-strategies-are-unique"],
  });
  const metrics = await (await fetch(`${service.managementUrl}/metrics`)).text();
  expect(metrics).toMatch(
    /assay_verdicts_total\{operation="validateProposal",domain="generator-option",version="v1",verdict="invalid"\} [1-9]/,
  );
  expect(metrics).toMatch(
    /assay_request_seconds_count\{route="\/mcp",method="POST",status="200"\} [1-9]/,
  );
});

type Spoil = (at: number) => object;
const CELLS = ["city", "temperature", "rainyDays", "measuredOn"];

/** Properties that make a record wrong. */
const TWO_ERRORS: [title: string, one: Spoil, other: Spoil][] = [
  ["two columns", () => ({ temperature: "cold" }), (at) => ({ measuredOn: `soon ${at}` })],
  ["keys of their own", (at) => ({ [`x${at}`]: at }), (at) => ({ [`y${at}`]: "y" })],
  [
    "long keys of their own",
    (at) => ({ [`${at}-${"k".repeat(150)}`]: at }),
    () => ({ temperature: "v".repeat(300) }),
  ],
  ["a slip and a key of their own", () => ({ temprature: 1.5 }), (at) => ({ [`x${at}`]: at })],
  [
    "any column",
    (at) => ({ [CELLS[at % 4] as string]: null }),
    (at) => ({ [CELLS[(at + 1) % 4] as string]: [] }),
  ],
  [
    "a few that are repaired",
    (at) => ({ measuredOn: at < 9 ? `2026/03/1${at}` : "soon" }),
    () => ({ rainyDays: "v".repeat(300) }),
  ],
];

describe.each(ERAS)("the text for models in %s", (_, era) => {
  const textFor = (request: object) => textOf(request, "validateProposal", era);

  test("an invalid candidate: each problem with its best fix, then the repair", async () => {
    const text = await textFor(
      exampleRequest({ supportedStrategies: ["realstic"], owner: { kind: "agent", id: "x" } }),
    );
    expect(text.split("\n")).toEqual([
      "Invalid: 2 errors.",
      '- /candidate/owner/kind "agent" is not an owner kind of spec package v1; allowed: human → perhaps: Name a person as the owner',
      '- /candidate/supportedStrategies/0 "realstic" is not a strategy of spec package v1; allowed: fast, realistic → Replace with "realistic"',
      "Repair (JSON Patch for your arguments, 1 error left):",
      '[{"op":"replace","path":"/candidate/supportedStrategies/0","value":"realistic"}]',
      "Left after it, for you to decide:",
      "- /candidate/owner/kind as above",
    ]);
  });

  const RIGHT = { city: "Oslo", temperature: 1.5, rainyDays: 9, measuredOn: "2026-03-01" };
  const withRecords = (count: number, record: (at: number) => object) =>
    exampleRequest({ sampleRecords: Array.from({ length: count }, (_item, at) => record(at)) });

  test("equal problems of a column are one line", async () => {
    const { rainyDays, ...wrong } = { ...RIGHT, temperature: "cold" };
    const lines = (await textFor(withRecords(40, (at) => (at === 7 ? RIGHT : wrong)))).split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe("Invalid: 78 errors.");
    expect(lines[1]).toMatch(
      /^- \/candidate\/sampleRecords\/\[0-6,8-39\] the record lacks .*"rainyDays"/,
    );
    expect(lines[2]).toMatch(
      /^- \/candidate\/sampleRecords\/\[0-6,8-39\]\/temperature "cold" is not of type number/,
    );
  });

  test.each(TWO_ERRORS)(
    "60 records with two errors each take less than 1,700 characters: %s",
    async (_title, ...spoil) => {
      const request = withRecords(60, (at) =>
        Object.assign({ ...RIGHT }, ...spoil.map((one) => one(at))),
      );
      expect((await textFor(request)).length).toBeLessThan(1_700);
    },
  );

  test("errors with other values, messages or fixes have lines of their own, and every column has one", async () => {
    const request = withRecords(20, (at) => ({
      ...RIGHT,
      temperature: "cold",
      rainyDays: `${at} or so`,
      [`extra${at}`]: at,
    }));
    const lines = (await textFor(request)).split("\n");
    expect(lines[1]).toMatch(/^- \/candidate\/sampleRecords\/\[0-19\]\/temperature "cold" is not/);
    expect(lines[2]).toMatch(/^- \/candidate\/sampleRecords\/0\/rainyDays "0 or so" is not/);
    expect(lines[3]).toMatch(
      /^- \/candidate\/sampleRecords\/0\/extra0 the field "extra0" is not declared/,
    );
    expect(lines.at(-1)).toMatch(/^and \d+ more in structuredContent\.diagnostics$/);
    const listed = lines
      .slice(1, -1)
      .reduce((sum, line) => sum + (line.includes("[0-19]") ? 20 : 1), 0);
    expect(`and ${60 - listed} more in structuredContent.diagnostics`).toBe(lines.at(-1));
  });

  test("errors that are left and have no line are counted", async () => {
    const owners = Object.fromEntries(
      Array.from({ length: 25 }, (_item, at) => [`owner${at}`, at]),
    );
    const text = await textFor(exampleRequest({ ...owners, supportedStrategies: ["realstic"] }));
    expect(text).toMatch(
      / 25 errors? left\b[\s\S]*\nLeft after it, for you to decide:\n(- .*\n){20}and 5 more$/,
    );
  });

  test("the places of a group are written as in JSON Pointers", async () => {
    const text = await textFor(withRecords(20, () => ({ ...RIGHT, "a/b~c": true })));
    expect(text.split("\n")[1]).toMatch(/^- \/candidate\/sampleRecords\/\[0-19\]\/a~1b~0c /);
  });

  test("several missing properties of one object are several lines", async () => {
    const text = await textFor({ ...exampleRequest(), candidate: { owner: {} } });
    expect(text.match(/is missing/g)).toHaveLength(8);
  });

  test("a long repair is not written out: applyRepair gives the candidate that it makes", async () => {
    const request = withRecords(40, (at) => ({ ...RIGHT, temperature: String(at) }));
    expect(await textFor(request)).toMatch(
      /\nThe repair has 40 operations, 0 errors left: apply structuredContent\.repair\.patch, or call again with "applyRepair": true/,
    );
    const [, repaired = "null"] = (await textFor({ ...request, applyRepair: true })).split(
      "Repaired candidate, 0 errors left:\n",
    );
    expect(await textFor({ ...request, candidate: JSON.parse(repaired) })).toMatch(/^Valid\./);
  });

  test("a valid candidate, and what to do next", async () => {
    expect(await textFor(exampleRequest())).toBe(
      "Valid. Call buildProposal with the same arguments.",
    );
    const warned = await textFor(exampleRequest({ rationaleNotes: "" }));
    expect(warned).toMatch(
      /^Valid: 1 warning\. Call buildProposal.*\n- warning: \/candidate\/rationaleNotes no rationale/,
    );
  });

  test.each([
    ["a valid build", exampleRequest(), "Valid. Submit this package:"],
    [
      "one with a warning",
      exampleRequest({ rationaleNotes: "" }),
      "Valid: 1 warning. Submit this package:",
    ],
  ])(
    "%s has the package and the submission as a whole, after the verdict",
    async (_, request, expected) => {
      const { rpc } = await call(request, "buildProposal", era);
      const { proposalPackage, submission } = (rpc.result?.structuredContent ?? {}) as Record<
        string,
        unknown
      >;
      const [verdict, built = "null"] = (rpc.result?.content[0]?.text ?? "").split("\n");
      expect(verdict).toBe(expected);
      expect(JSON.parse(built)).toEqual({ proposalPackage, submission });
    },
  );
});

const { candidate, ...envelope } = exampleRequest();

const WRONG: [title: string, args: unknown, messages: RegExp[]][] = [
  [
    "a string",
    "please check it",
    [/the arguments: "please check it" is of type string; expected object/],
  ],
  ["an array", [envelope], [/the arguments: .* is of type array; expected object/]],
  [
    "no arguments",
    undefined,
    [/"targetProduct" is missing/, /"domainId" is missing/, /"candidate" is missing/],
  ],
  [
    "no candidate",
    envelope,
    [/the arguments: .*"candidate" is missing/, /Send an object with targetProduct/],
  ],
  [
    "a string for an object",
    { ...envelope, candidate: "{}" },
    [
      /\/candidate: .* is of type string; expected object with the properties .*rationaleNotes, .* → Replace with {}\n/,
      /\[{"op":"replace","path":"\/candidate","value":{}}\]/,
    ],
  ],
  [
    "an unknown domain without a target product",
    { domainId: "no such thing", candidate },
    [/"targetProduct" is missing/, /\/domainId: "no such thing" is unknown; supported: /],
  ],
  [
    "a misspelled property",
    { ...envelope, candidat: candidate },
    [
      /unknown property "candidat"; did you mean "candidate".*→ Rename to "candidate"/,
      /"op":"move"/,
    ],
  ],
  [
    "an unknown domain",
    exampleRequest({}, { domainId: "generator-options" }),
    [
      /\/domainId: .*did you mean "generator-option"\? supported: generator-option, data-contract/,
      /listDomains/,
    ],
  ],
  [
    "an unknown target product",
    exampleRequest({}, { targetProduct: "sample" }),
    [/\/targetProduct: .*supported: sample-studio/],
  ],
  [
    "an unknown version",
    exampleRequest({}, { specVersion: "v9" }),
    [/\/specVersion: .*supported: v1/, /Omit specVersion/],
  ],
];

describe.each(ERAS)("in %s", (_, era) => {
  test.each(WRONG)(
    "the result tells the model what to send instead of %s",
    async (_title, args, messages) => {
      const { status, rpc } = await call(args, "validateProposal", era);
      expect([status, rpc.result?.isError, rpc.result?.structuredContent]).toEqual([
        200,
        true,
        undefined,
      ]);
      for (const message of messages) expect(rpc.result?.content[0]?.text).toMatch(message);
    },
  );
});

test.each([
  ["a JSON string", JSON.stringify(candidate)],
  ["an array of a JSON string", [JSON.stringify(candidate)]],
])(
  "a candidate as %s: the text has the whole of its repair, however long",
  async (_title, sent) => {
    const text = await textOf({ ...envelope, candidate: sent });
    const [lead, patch = "null"] = text.split(
      "Repair (JSON Patch for your arguments, 0 errors left):\n",
    );
    expect(lead).toMatch(/→ Replace with the object in the string\n/);
    expect(JSON.parse(patch)).toEqual([{ op: "replace", path: "/candidate", value: candidate }]);
  },
);

test("a repair that is too large for a response is told", async () => {
  const long = `{"sampleRecords":[${Array(10_000).fill("1e20").join()}]}`;
  expect(await textOf({ ...envelope, candidate: long })).toMatch(
    /\nThe repair is too large for a response\.$/,
  );
});

test("listDomains takes an empty object, or nothing", async () => {
  for (const args of [
    {},
    undefined,
    { domainId: "generator-option" },
    ["generator-option"],
    "all",
  ]) {
    const { status, rpc } = await ask(service.url, toolCall(legacy)("listDomains", args));
    const isFine = args === undefined || Object.keys(args).length === 0;
    expect([args, status, rpc.result?.isError]).toEqual([args, 200, isFine ? undefined : true]);
    const refused = /takes no arguments; found .*\nCall it without arguments\.$/;
    expect(rpc.result?.content[0]?.text).toMatch(isFine ? /^\{"domains":/ : refused);
  }
});

test("if the registry is unavailable, the result tells the model how many seconds to wait", async () => {
  const { status, rpc } = await call(
    exampleRequest({}, { targetProduct: "unreachable" }),
    "buildProposal",
  );
  expect([status, rpc.result?.isError]).toEqual([200, true]);
  expect(rpc.result?.content[0]?.text).toMatch(
    /registry .* not available; try again later\nCall again in (?:1 second|(?!1 )\d+ seconds)\.$/,
  );
});

test("with three or fewer calls left, a text of its own says so, and all else is the same", async () => {
  const limited = await startService({ RATE_LIMIT_CALLS: "5" });
  const answers = [];
  for (let calls = 0; calls < 5; calls++)
    answers.push((await ask(limited.url, toolCall(legacy)("listDomains"))).rpc.result);
  expect(answers.map((result) => result?.content.slice(1).map(({ text }) => text))).toEqual([
    [],
    ...[3, 2, 1, 0].map((left) => [
      expect.stringMatching(
        new RegExp(`^Rate limit: ${left} calls? left; more in \\d+ seconds?\\.$`),
      ),
    ]),
  ]);
  expect(new Set(answers.map((result) => JSON.stringify(result?.structuredContent))).size).toBe(1);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exampleRequest } from "../support/example-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS, legacy, toolCall } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "1000" });
});
afterAll(() => service.stop());

const { candidate, ...envelope } = exampleRequest();

const WRONG: [title: string, args: unknown, messages: RegExp[]][] = [
  ["a string", "please check it", [/the arguments: "please check it" is of type string; expected object/]],
  ["an array", [envelope], [/the arguments: .* is of type array; expected object/]],
  ["no arguments", undefined, [/"targetProduct" is missing/, /"domainId" is missing/, /"candidate" is missing/]],
  ["no candidate", envelope, [/the arguments: .*"candidate" is missing/, /Send an object with targetProduct/]],
  [
    "a string for an object",
    { ...envelope, candidate: "{}" },
    [
      /\/candidate: .* is of type string; expected object with the properties .*rationaleNotes, .* → Replace with {}\n/,
      /\[{"op":"replace","path":"\/candidate","value":{}}\]/,
    ],
  ],
  [
    "a misspelled property",
    { ...envelope, candidat: candidate },
    [/unknown property "candidat"; did you mean "candidate".*→ Rename to "candidate"/, /"op":"move"/],
  ],
  [
    "an unknown domain",
    exampleRequest({}, { domainId: "generator-options" }),
    [/\/domainId: .*did you mean "generator-option"\? supported: generator-option/, /listDomains/],
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
  test.each(WRONG)("the result tells the model what to send instead of %s", async (_title, args, messages) => {
    const { status, rpc } = await ask(service.url, toolCall(era, service.key)("validateProposal", args));
    expect([status, rpc.result?.isError, rpc.result?.structuredContent]).toEqual([200, true, undefined]);
    for (const message of messages) expect(rpc.result?.content[0]?.text).toMatch(message);
  });
});

test.each([
  ["a JSON string", JSON.stringify(candidate)],
  ["an array of a JSON string", [JSON.stringify(candidate)]],
])("a candidate as %s: the text has the whole of its repair, however long", async (_title, sent) => {
  const { rpc } = await ask(
    service.url,
    toolCall(legacy, service.key)("validateProposal", { ...envelope, candidate: sent }),
  );
  const [lead, patch = "null"] = (rpc.result?.content[0]?.text ?? "").split(
    "Repair (JSON Patch for your arguments):\n",
  );
  expect(lead).toMatch(/→ Replace with the object in the string\n/);
  expect(JSON.parse(patch)).toEqual([{ op: "replace", path: "/candidate", value: candidate }]);
});

test("a repair that is too large for a response is told", async () => {
  const long = `{"sampleRecords":[${Array(10_000).fill("1e20").join()}]}`;
  const { rpc } = await ask(
    service.url,
    toolCall(legacy, service.key)("validateProposal", { ...envelope, candidate: long }),
  );
  expect(rpc.result?.content[0]?.text).toMatch(/\nThe repair is too large for a response\.$/);
});

test.each([{ domainId: "generator-option" }, ["generator-option"], "all"])(
  "listDomains refuses arguments: %j",
  async (args) => {
    const { status, rpc } = await ask(service.url, toolCall(legacy)("listDomains", args));
    expect([status, rpc.result?.isError, rpc.result?.structuredContent]).toEqual([200, true, undefined]);
    expect(rpc.result?.content[0]?.text).toMatch(/takes no arguments; found .*\nCall it without arguments\.$/);
  },
);

test("listDomains takes an empty object, or nothing", async () => {
  for (const args of [{}, undefined]) {
    const { rpc } = await ask(service.url, toolCall(legacy)("listDomains", args));
    expect(rpc.result?.structuredContent).toHaveProperty("domains");
  }
});

test("if the registry is unavailable, the result tells the model how many seconds to wait", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-mcp-"));
  const registry = { url: "http://127.0.0.1:9/generators" };
  const target = { id: "sample-studio", url: "http://localhost:8090", domains: ["generator-option"], registry };
  await writeFile(join(folder, "targets.json"), JSON.stringify({ targets: [target] }));
  const withoutRegistry = await startService({ TARGETS_FILE: join(folder, "targets.json") });
  try {
    const call = toolCall(legacy, withoutRegistry.key)("buildProposal", exampleRequest());
    const { status, rpc } = await ask(withoutRegistry.url, call);
    expect([status, rpc.result?.isError]).toEqual([200, true]);
    expect(rpc.result?.content[0]?.text).toMatch(
      /registry .* not available; try again later\nCall again in \d+ seconds\.$/,
    );
  } finally {
    await withoutRegistry.stop();
    await rm(folder, { recursive: true });
  }
});

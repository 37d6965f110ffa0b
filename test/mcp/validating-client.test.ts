import { execFileSync } from "node:child_process";
import { Ajv } from "ajv";
import { exampleRequest } from "../support/example-request.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";
import { ask } from "./ask.js";
import { legacy } from "./message.js";

/** What models get wrong, and what the service says about it. */
const { outputFields } = exampleRequest().candidate;
const { targetProduct, ...withoutTarget } = exampleRequest();
const SLIPS: [title: string, args: object, answer: RegExp][] = [
  ["a misspelled word", exampleRequest({ supportedStrategies: ["realstic"] }), /Replace with ."realistic/],
  [
    "a type of another language",
    exampleRequest({ outputFields: outputFields.map((field) => ({ ...field, type: "int" })) }),
    /"int.*Replace with ."integer/,
  ],
  ["a string for an object", exampleRequest({ owner: "user_4821" }), /owner.*user_4821/],
  ["a missing property", exampleRequest({ generatorName: undefined }), /generatorName/],
  ["an unknown property", exampleRequest({ colour: "red" }), /unknown property ."colour/],
  ["null", exampleRequest({ rationaleNotes: null }), /rationaleNotes/],
  [
    "another spelling in the envelope",
    { target_product: targetProduct, ...withoutTarget },
    /did you mean "targetProduct"/,
  ],
];

let service: RunningService;
beforeAll(async () => {
  service = await startService({ RATE_LIMIT_CALLS: "100" });
});
afterAll(() => service.stop());

test("the input schemas accept every slip, so that a client that validates arguments sends it", async () => {
  const { rpc } = await ask(service.url, legacy("tools/list"));
  const tools = rpc.result?.tools as { inputSchema: object }[] | undefined;
  expect(tools).toHaveLength(3);
  for (const { inputSchema } of tools?.slice(1) ?? []) {
    const accepts = new Ajv({ strict: false }).compile(inputSchema);
    for (const [title, args] of SLIPS) expect([title, accepts(args)]).toEqual([title, true]);
  }
});

testOfAll("an agent of LangChain, which validates arguments, reads what to do about every slip", () => {
  const sent = JSON.stringify(SLIPS.map(([, args]) => args));
  const script = ["test/tools/langchain-client.js", service.url, service.key];
  const answers = JSON.parse(execFileSync(process.execPath, script, { input: sent, encoding: "utf8" })) as string[];
  for (const [at, [, , answer]] of SLIPS.entries()) expect(answers[at]).toMatch(answer);
});

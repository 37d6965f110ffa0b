import { BOTH_DOMAINS } from "../support/example-request.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ ...BOTH_DOMAINS });
});
afterAll(() => service.stop());

interface Messages {
  messages: { role: string; content: { type: string; text: string } }[];
}

describe.each(ERAS)("in %s", (_, era) => {
  const get = async (args?: Record<string, string>) => {
    const { rpc } = await ask(service.url, era("prompts/get", { name: "propose", ...(args && { arguments: args }) }));
    const [message] = (rpc.result as Messages | undefined)?.messages ?? [];
    return message?.content.text ?? rpc.error;
  };

  test("the prompt is listed with its arguments, all optional", async () => {
    const { rpc } = await ask(service.url, era("prompts/list"));
    const names = ["domainId", "targetProduct", "idea"];
    expect(rpc.result?.prompts).toEqual([
      expect.objectContaining({
        name: "propose",
        arguments: names.map((name) => ({ name, description: expect.any(String) })),
      }),
    ]);
  });

  test("it says what to collect for the domain, then the loop, without the content of other domains", async () => {
    const text = await get({ domainId: "generator-option", idea: "Tide tables of a harbour" });
    expect(text).toContain("What I want to propose: Tide tables of a harbour");
    expect(text).toContain('targetProduct "sample-studio", domainId "generator-option"');
    expect(text).toContain('supportedStrategies: ("fast"|"realistic")[]');
    expect(text).toMatch(/validateProposal.*buildProposal.*submission/s);
    expect(text).not.toContain("data-contract");
  });

  test("without arguments, it names every domain", async () => {
    const text = await get();
    expect(text).toMatch(/domainId "data-contract".*domainId "generator-option"/s);
  });

  test("a domain that the target product does not accept is refused with what is supported", async () => {
    expect(await get({ domainId: "data-contract", targetProduct: "sample-studio" })).toEqual({
      code: -32602,
      message: expect.stringMatching(/supported: data-contract for .*, generator-option for sample-studio$/),
    });
  });

  test.each([
    ["domainId", "", { targetProduct: "sample-studio" }, ["generator-option"]],
    ["targetProduct", "sample-s", {}, ["sample-studio"]],
    ["idea", "", {}, []],
  ])("its argument %s is completed from %j, given %j", async (name, value, given, values) => {
    const params = {
      ref: { type: "ref/prompt", name: "propose" },
      argument: { name, value },
      context: { arguments: given },
    };
    const { rpc } = await ask(service.url, era("completion/complete", params));
    expect(rpc.result?.completion).toEqual({ values, total: values.length, hasMore: false });
  });
});

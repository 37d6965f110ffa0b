import { RawConnection } from "../support/raw-connection.js";
import type { RunningService } from "../support/service.js";
import { startService } from "../support/service.js";
import { ask } from "./ask.js";
import { ERAS } from "./message.js";

let service: RunningService;
beforeAll(async () => {
  service = await startService({ BASE_URL: "https://assay.example" });
});
afterAll(() => service.stop());

const TEMPLATE = "https://assay.example/spec-packages/{domainId}/{version}";
const URI = "https://assay.example/spec-packages/generator-option/v1";

describe.each(ERAS)("in %s", (_, era) => {
  test("the current spec packages are listed by URL", async () => {
    const { rpc } = await ask(service.url, era("resources/list"));
    expect(rpc.result?.resources).toEqual([
      {
        uri: URI,
        name: "generator-option-v1",
        title: expect.any(String),
        description: expect.any(String),
        mimeType: "application/json",
      },
    ]);
    const templates = await ask(service.url, era("resources/templates/list"));
    expect(templates.rpc.result?.resourceTemplates).toEqual([
      expect.objectContaining({ uriTemplate: TEMPLATE, mimeType: "application/json" }),
    ]);
  });

  test("reading one returns the same document as REST", async () => {
    const rest = await RawConnection.exchange(service.url, { path: "/spec-packages/generator-option/v1" });
    const { rpc } = await ask(service.url, era("resources/read", { uri: URI }));
    expect(rpc.result?.contents).toEqual([{ uri: URI, mimeType: "application/json", text: rest.body }]);
  });

  test.each([
    ["domainId", "gen", {}, ["generator-option"]],
    ["domainId", "other", {}, []],
    ["version", "", { domainId: "generator-option" }, ["v1"]],
    ["version", "", {}, []],
  ])("the variable %s of the template is completed from %j, given %j", async (name, value, given, values) => {
    const params = {
      ref: { type: "ref/resource", uri: TEMPLATE },
      argument: { name, value },
      context: { arguments: given },
    };
    const { rpc } = await ask(service.url, era("completion/complete", params));
    expect(rpc.result?.completion).toEqual({ values, total: values.length, hasMore: false });
  });

  test("the error for an unknown resource has its URI", async () => {
    const uri = "https://assay.example/spec-packages/generator-option/v9";
    const { status, rpc } = await ask(service.url, era("resources/read", { uri }));
    const message = "unknown resource; call resources/list";
    expect([status, rpc.error]).toEqual([200, { code: -32602, message, data: { uri } }]);
  });
});

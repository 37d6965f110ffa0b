import { resolve } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { applyPatch, type Operation } from "rfc6902";
import type { BuildResult, DomainList, ValidationResult } from "../../src/proposals/results.js";
import { VERSION } from "../../src/version.js";
import { exampleRequest } from "../support/example-request.js";
import { type RunningService, startService } from "../support/service.js";

const IDENTITY = { name: "journey", version: "1.0.0" };

interface Session {
  listTools(): Promise<{ tools: { name: string }[] }>;
  listResources(): Promise<{ resources: { uri: string }[] }>;
  readResource(params: { uri: string }): Promise<{ contents: object[] }>;
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const requestInit = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } });

async function connectLegacy(key = service.key): Promise<Session> {
  const client = new LegacyClient(IDENTITY);
  // Its types do not compile with exactOptionalPropertyTypes.
  await client.connect(
    new LegacyTransport(new URL(`${service.url}/mcp`), { requestInit: requestInit(key) }) as Transport,
  );
  expect(client.getServerVersion()).toEqual({ name: "assay", version: VERSION });
  return client;
}

async function connectModern(key = service.key): Promise<Session> {
  const client = new ModernClient(IDENTITY, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernTransport(new URL(`${service.url}/mcp`), { requestInit: requestInit(key) }));
  return client;
}

/** As a client would start an installed package. */
const COMMAND = { command: process.execPath, args: [resolve("dist/cli/main.js"), "mcp"] };

async function startLegacy(): Promise<Session> {
  const client = new LegacyClient(IDENTITY);
  await client.connect(new LegacyStdio(COMMAND) as Transport);
  return client;
}

async function startModern(): Promise<Session> {
  const client = new ModernClient(IDENTITY, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(new ModernStdio(COMMAND));
  return client;
}

const CLIENTS = [
  ["with a handshake", connectLegacy],
  ["of 2026-07-28", connectModern],
] as const;

test.each(CLIENTS)(
  "a client %s shows how to get a key, in place of looking for an OAuth server",
  async (_, connect) => {
    const client = await connect("ai_wrong");
    try {
      expect((await client.listTools()).tools).toHaveLength(3);
      const result = await client.callTool({ name: "validateProposal", arguments: { ...exampleRequest() } });
      expect(result).toMatchObject({
        isError: true,
        content: [{ type: "text", text: expect.stringContaining('"Authorization": "Bearer ai_…"') }],
      });
    } finally {
      await client.close();
    }
  },
);

const WITHOUT_A_SERVER = [
  ["with a handshake, over stdio", startLegacy],
  ["of 2026-07-28, over stdio", startModern],
] as const;

test.each([...CLIENTS, ...WITHOUT_A_SERVER])(
  "a client %s completes the flow from listDomains to a package",
  async (_, connect) => {
    const client = await connect();
    try {
      const call = async <T>(name: string, args: object = {}): Promise<T> => {
        const result = (await client.callTool({ name, arguments: { ...args } })) as { structuredContent: T };
        return result.structuredContent;
      };
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["listDomains", "validateProposal", "buildProposal"]);

      const [domain] = (await call<DomainList>("listDomains")).domains;
      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([domain?.specPackageUrl]);
      expect((await client.readResource({ uri: String(domain?.specPackageUrl) })).contents).toHaveLength(1);

      const args = {
        targetProduct: domain?.targetProduct,
        domainId: domain?.domainId,
        candidate: exampleRequest({ supportedStrategies: ["fast", "realstic"], generatorId: "City_Weather" }).candidate,
      };
      const first = await call<ValidationResult>("validateProposal", args);
      expect([first.valid, first.repair?.remaining]).toEqual([false, 0]);
      expect(applyPatch(args, first.repair?.patch as Operation[])).toEqual(first.repair?.patch.map(() => null));

      expect(await call<ValidationResult>("validateProposal", args)).toMatchObject({ valid: true, diagnostics: [] });
      const built = await call<BuildResult>("buildProposal", args);
      expect(built.proposalPackage?.proposal).toMatchObject({ generatorId: "city-weather" });
      expect(built.submission?.url).toBe(domain?.submissionUrl);
    } finally {
      await client.close();
    }
  },
);

import { createRequire } from "node:module";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { exampleRequest } from "../../support/example-request.js";
import { legacy, toolCall } from "../../support/mcp.js";
import { send } from "../../support/send.js";
import { serve } from "../../support/serve.js";
import { startService } from "../../support/service.js";

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Record<string, unknown> }[];
}

const SERVER_SPAN = 2;

/** Collects what a collector receives over OTLP/HTTP as JSON. */
async function startCollector() {
  const spans: OtlpSpan[] = [];
  const { url, close } = await serve(async (request, response) => {
    const { resourceSpans = [] } = (await json(request)) as {
      resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    for (const { scopeSpans } of resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  return { url, spans, close };
}

function attributesOf({ attributes }: OtlpSpan): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

/**
 * The module that docs/deploy.md says to start the service with. `npm run test:all` installs it.
 */
function findRegister(): string | undefined {
  const { resolve } = createRequire(new URL("../../tools/package.json", import.meta.url));
  try {
    return pathToFileURL(resolve("@opentelemetry/auto-instrumentations-node/register")).href;
  } catch {
    return undefined;
  }
}

const register = findRegister();
const tracingTest = register === undefined ? test.skip : test;

const traced = (endpoint: string, env: Record<string, string> = {}) =>
  startService(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_NODE_ENABLED_INSTRUMENTATIONS: "http",
      OTEL_METRICS_EXPORTER: "none",
      OTEL_LOGS_EXPORTER: "none",
      ...env,
    },
    ["--import", register as string],
  );

tracingTest(
  "the span of a request has its route and its result, and is sent before the service ends",
  async () => {
    const collector = await startCollector();
    const service = await traced(collector.url);
    const headers = { Authorization: `Bearer ${service.key}` };
    const traceparent = `00-${TRACE}-${PARENT}-01`;
    const rejected = JSON.stringify(exampleRequest({ supportedStrategies: ["slow"] }));
    await send(
      { url: service.url },
      {
        path: "/api/validate",
        headers: { ...headers, traceparent },
        body: JSON.stringify(exampleRequest()),
      },
    );
    await send({ url: service.url }, { path: "/api/validate", headers, body: rejected });
    await send(
      { url: service.url },
      toolCall(legacy, service.key)("buildProposal", exampleRequest()),
    );
    await send({ url: service.url }, { path: "/nowhere?key=secret" });
    expect(await service.stop("SIGTERM")).toBe(0);
    collector.close();

    const spans = collector.spans.filter(({ kind }) => kind === SERVER_SPAN);
    expect(spans.map(({ name }) => name)).toEqual([
      "POST /api/validate",
      "POST /api/validate",
      "POST /mcp",
      "GET",
    ]);
    const [valid, invalid, mcp, nowhere] = spans as [OtlpSpan, OtlpSpan, OtlpSpan, OtlpSpan];
    expect([valid.traceId, valid.parentSpanId, mcp.parentSpanId]).toEqual([
      TRACE,
      PARENT,
      undefined,
    ]);
    const decided = { "assay.domain": "generator-option", "assay.version": "v1" };
    const validated = {
      "http.route": "/api/validate",
      "assay.operation": "validateProposal",
      ...decided,
    };
    expect(attributesOf(valid)).toMatchObject({ ...validated, "assay.valid": true });
    expect(attributesOf(invalid)).toMatchObject({ ...validated, "assay.valid": false });
    expect(attributesOf(mcp)).toMatchObject({
      "http.route": "/mcp",
      "assay.operation": "buildProposal",
      ...decided,
    });
    expect(attributesOf(nowhere)).toMatchObject({ "error.type": "not-found" });
    expect(attributesOf(nowhere)).not.toHaveProperty("http.route");
    const logged = service.logged("request").map(({ trace_id, span_id }) => [trace_id, span_id]);
    expect(logged).toEqual(spans.map(({ traceId, spanId }) => [traceId, spanId]));
  },
);

tracingTest("OTEL_SDK_DISABLED and OTEL_TRACES_EXPORTER=none mean what they say", async () => {
  const collector = await startCollector();
  for (const env of [{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }]) {
    const service = await traced(collector.url, env);
    await send({ url: service.url }, { path: "/api/domains" });
    expect(await service.stop("SIGTERM")).toBe(0);
    expect(service.logged("request")).toEqual([
      expect.not.objectContaining({ span_id: expect.anything() }),
    ]);
    expect(service.logged("request")).toEqual([
      expect.not.objectContaining({ trace_id: expect.anything() }),
    ]);
  }
  expect(collector.spans).toEqual([]);
});

tracingTest("a collector that is away delays neither a call nor the end", async () => {
  const away = await startCollector();
  away.close();
  const service = await traced(away.url);
  const { status } = await send({ url: service.url }, { path: "/api/domains" });
  expect(status).toBe(200);
  expect(await service.stop("SIGTERM")).toBe(0);
});

import { json } from "node:stream/consumers";
import { VERSION } from "../../../src/version.js";
import { exampleRequest } from "../../support/example-request.js";
import { legacy, toolCall } from "../../support/mcp.js";
import { RawConnection } from "../../support/raw-connection.js";
import { testOfAll } from "../../support/runs.js";
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

/** What a collector receives over OTLP/HTTP as JSON. */
async function startCollector() {
  const spans: OtlpSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const { url, close } = await serve(async (request, response) => {
    expect([request.method, request.url]).toEqual(["POST", "/v1/traces"]);
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { resource: Pick<OtlpSpan, "attributes">; scopeSpans: { spans: OtlpSpan[] }[] }[];
    };
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(attributesOf(resource));
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  return { url, spans, resources, close };
}

function attributesOf({ attributes }: Pick<OtlpSpan, "attributes">): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

test("a call and its stages are spans of the trace that it names, and are sent before the service ends", async () => {
  const collector = await startCollector();
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const headers = { Authorization: `Bearer ${service.key}` };
  const traceparent = `00-${TRACE}-${PARENT}-01`;
  await RawConnection.exchange(service.url, {
    path: "/api/validate",
    headers: { ...headers, traceparent },
    body: JSON.stringify(exampleRequest()),
  });
  await RawConnection.exchange(service.url, toolCall(legacy, service.key)("buildProposal", exampleRequest()));
  await RawConnection.exchange(service.url, { path: "/nowhere?key=secret" });
  await RawConnection.exchange(service.url, { method: "PROPFIND", path: "/nowhere" });
  // Probes are neither traced nor logged.
  for (const path of ["/healthz", "/readyz"]) await RawConnection.exchange(service.url, { path });
  expect(await service.stop("SIGTERM")).toBe(0);
  collector.close();

  const calls = collector.spans.filter(({ kind }) => kind === 2);
  const stagesOf = ({ spanId }: OtlpSpan) =>
    collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);
  expect(calls.map((call) => [call.name, stagesOf(call)])).toEqual([
    ["POST /api/validate", ["credentials", "budget", "key", "reading", "judging"]],
    ["POST /mcp", ["credentials", "reading", "budget", "key", "judging"]],
    ["GET", []],
    ["HTTP", []],
  ]);
  const [rest, mcp, nowhere, other] = calls as [OtlpSpan, OtlpSpan, OtlpSpan, OtlpSpan];
  expect([rest.traceId, rest.parentSpanId, mcp.parentSpanId]).toEqual([TRACE, PARENT, undefined]);
  expect(attributesOf(rest)).toMatchObject({ "http.response.status_code": 200, "assay.valid": true });
  expect(attributesOf(mcp)).toMatchObject({ "http.route": "/mcp", "assay.operation": "buildProposal" });
  expect(attributesOf(nowhere)).toMatchObject({ "http.response.status_code": 404, "error.type": "not-found" });
  expect(attributesOf(nowhere)).toMatchObject({ "url.path": "/nowhere", "url.scheme": "http" });
  expect(attributesOf(nowhere)).not.toHaveProperty("http.route");
  expect(attributesOf(other)).toMatchObject({ "http.request.method": "_OTHER" });
  expect(collector.resources.length).toBeGreaterThan(0);
  for (const resource of collector.resources)
    expect(resource).toMatchObject({
      "service.name": "assay",
      "service.version": VERSION,
      "service.instance.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  const logged = service.logged("request").map(({ trace_id, span_id }) => [trace_id, span_id]);
  expect(logged).toEqual(calls.map(({ traceId, spanId }) => [traceId, spanId]));
});

testOfAll("a collector that is away delays neither a call nor the end", async () => {
  const away = await startCollector();
  away.close();
  const service = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: away.url });
  const { status } = await RawConnection.exchange(service.url, { path: "/api/domains" });
  expect(status).toBe(200);
  expect(await service.stop("SIGTERM")).toBe(0);
});

import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { setGlobalErrorHandler, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { VERSION } from "../../version.js";

const STOP_MS = 2_000;

/** The stages of a call, in their order. */
type Stage = "credentials" | "budget" | "key" | "reading" | "judging";

interface CallOutcome {
  /** Undefined for a method that HTTP does not know. */
  readonly method: string | undefined;
  /** The pattern of the route; undefined if none matched. */
  readonly route: string | undefined;
  /** Without its query. */
  readonly path: string;
  readonly scheme: string;
  readonly status: number;
  readonly operation: string | undefined;
  readonly valid: boolean | undefined;
  /** The error code of the response. */
  readonly error: string | undefined;
}

export type Tracing = ReturnType<typeof startTracing>;
/** The spans of one call and of its stages. */
export type CallSpans = ReturnType<Tracing["start"]>;

/**
 * Spans of calls and their stages, sent in batches over OTLP. Its queue holds 2,048 spans and drops more, so that a
 * collector that is away costs no memory. The exporter reads the standard `OTEL_EXPORTER_OTLP_*` variables itself.
 */
export function startTracing(serviceName: string, onFailure: (detail: string) => void) {
  setGlobalErrorHandler((error) => onFailure(error instanceof Error ? error.message : String(error)));
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          "service.name": serviceName,
          "service.version": VERSION,
          "service.instance.id": randomUUID(),
        }),
      )
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer("assay");
  const propagator = new W3CTraceContextPropagator();
  return {
    /** Continues the trace that `traceparent` names, or starts one. */
    start(headers: IncomingHttpHeaders) {
      const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const call = tracer.startSpan("call", { kind: SpanKind.SERVER }, parent);
      const context = trace.setSpan(ROOT_CONTEXT, call);
      let stage: Span | undefined;
      return {
        /** The properties by which OpenTelemetry joins log lines with spans. */
        ids: { trace_id: call.spanContext().traceId, span_id: call.spanContext().spanId },
        /** Starts a stage, and ends the one before. */
        enter(name: Stage) {
          stage?.end();
          stage = tracer.startSpan(name, {}, context);
        },
        end(outcome: CallOutcome) {
          stage?.end();
          setOutcome(call, outcome);
          call.end();
        },
      };
    },
    /** Sends what is left, within two seconds. */
    async stop() {
      await Promise.race([provider.shutdown().catch(() => {}), pause(STOP_MS, undefined, { ref: false })]);
    },
  };
}

/** Follows the semantic conventions for HTTP, by which a span without a route is named by its method. */
function setOutcome(call: Span, outcome: CallOutcome): void {
  const { method, route, path, scheme, status, operation, valid, error } = outcome;
  call.updateName([method ?? "HTTP", route ?? []].flat().join(" "));
  call.setAttributes({
    "http.request.method": method ?? "_OTHER",
    "http.route": route,
    "url.path": path,
    "url.scheme": scheme,
    "http.response.status_code": status,
    "assay.operation": operation,
    "assay.valid": valid,
    "error.type": error,
  });
  // A refused call is no error of the service.
  if (status >= 500) call.setStatus({ code: SpanStatusCode.ERROR });
}

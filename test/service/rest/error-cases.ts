import { gzipSync } from "node:zlib";
import type { ErrorCode } from "../../../src/proposals/errors/error-codes.js";
import { exampleRequest } from "../../support/example-request.js";
import type { RawRequest } from "../../support/raw-request.js";
import { KNOWN_KEY, signedCall } from "../../support/signed-call.js";

/** The state of a service under test. */
export type Circumstance = "plain" | "used-up" | "without-identity" | "without-registry";

export interface ErrorCase {
  readonly status: number;
  /** Requests, by what is wrong with them. A valid key is added unless Authorization is given. */
  readonly provokedBy: Readonly<Record<string, RawRequest>>;
  readonly at?: Circumstance;
  /** Response headers besides those of every problem and those that follow from the status. */
  readonly headers?: Readonly<Record<string, string>>;
}

const good = JSON.stringify(exampleRequest());
const json = (value: unknown): RawRequest => ({ body: JSON.stringify(value) });
const typed = (type: string | string[] | undefined): RawRequest => ({
  body: good,
  headers: { "Content-Type": type },
});
const authorized = (...values: string[]): RawRequest => ({
  body: good,
  headers: { Authorization: values },
});
const inCandidate = (text: string): RawRequest => ({ body: `${good.slice(0, -2)},${text}}}` });
/** The envelope and the candidate are two levels. */
const nested = (levels: number) =>
  inCandidate(`"deep":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}`);
const withHeaders = (count: number): RawRequest => ({
  path: "/healthz",
  headers: { "X-Field": Array(count - 1).fill("x") },
});

/** A proxy call with a fresh, valid signature for the audience of the test vector. */
function granted(capability: string): RawRequest {
  const { headers, body } = signedCall(KNOWN_KEY, { capability });
  return { body, headers: { Authorization: undefined, ...headers } };
}

/**
 * Every error of the REST API, with requests that cause it. Tests of the parts have every kind of
 * broken JSON and key.
 */
export const ERROR_CASES: Readonly<Partial<Record<ErrorCode, ErrorCase>>> = {
  "malformed-json": {
    status: 400,
    provokedBy: {
      "truncated JSON": { body: good.slice(0, -1) },
      "an empty body": { body: "" },
      "no body at all": { method: "POST", headers: { "Content-Type": "application/json" } },
      "an empty chunked body": { body: "", chunked: true },
      "invalid UTF-8": { body: Buffer.concat([Buffer.from(good), Buffer.from([0xc3, 0x28])]) },
    },
  },
  "unacceptable-json": {
    status: 400,
    provokedBy: {
      "a repeated key": { body: `${good.slice(0, -1)},"domainId":"generator-option"}` },
      "an integer that loses digits": inCandidate('"id":90071992547409931'),
      "a key __proto__": inCandidate('"__proto__":{"valid":true}'),
      "33 levels": nested(33),
      "32,000 levels": nested(32_000),
    },
  },
  "invalid-request": {
    status: 400,
    provokedBy: {
      null: { body: "null" },
      "an array": { body: `[${good}]` },
      "an empty object": json({}),
      "a candidate that is an array": json(exampleRequest({}, { candidate: [] })),
      "a name that is a number": json(exampleRequest({}, { targetProduct: 7 })),
      "an unknown property": json(exampleRequest({}, { dryRun: true })),
      "no Host": { path: "/healthz", headers: { Host: undefined } },
      "two Hosts": { path: "/healthz", headers: { Host: ["a.test", "b.test"] } },
      "two Content-Types": typed(["application/json", "text/plain"]),
      "the same Content-Type twice": typed(["application/json", "application/json"]),
    },
  },
  "ambiguous-credentials": {
    status: 400,
    provokedBy: {
      "two keys": authorized("Bearer ai_one", "Bearer ai_two"),
      "a key and a proxy signature": {
        body: good,
        headers: { Authorization: "Bearer ai_one", "X-Adt-Proxy-Signature": "x" },
      },
    },
  },
  "missing-credentials": {
    status: 401,
    provokedBy: {
      "no key": authorized(),
      "no key, and a body of 1 GB to come": {
        body: "{",
        headers: { Authorization: [], "Content-Length": "1000000000" },
      },
    },
  },
  "invalid-credentials": {
    status: 401,
    provokedBy: {
      "an unknown key": authorized("Bearer ai_unknown"),
      "a key of another kind": authorized("Bearer sk_unknown"),
      "an unknown key where none is needed": {
        path: "/api/domains",
        headers: { Authorization: "Bearer ai_unknown" },
      },
      "a signature without the other headers": {
        body: good,
        headers: { Authorization: undefined, "X-Adt-Proxy-Signature": "x" },
      },
    },
  },
  "capability-not-granted": {
    status: 403,
    provokedBy: { "the capability of another operation": granted("assay.buildProposal") },
  },
  "not-found": {
    status: 404,
    provokedBy: {
      "another path": { path: "/api/proposals", body: good },
      "a trailing slash": { path: "/api/domains/" },
      "the wrong case": { path: "/API/domains" },
      "an encoded letter": { path: "/api/%64omains" },
      "an encoded dot segment": { path: "/spec-packages/%2e%2e/%2e%2e%2fconfig" },
      "an invalid escape": { path: "/problems/%E0%A4%A" },
      "an unknown domain": { path: "/spec-packages/generator" },
      "an unknown version": { path: "/spec-packages/generator-option/v99" },
      "an unknown code": { path: "/problems/no-such-code" },
      "an inherited property name": { path: "/problems/constructor" },
      "the metrics, which have a separate port": { path: "/metrics" },
      "no path": { method: "OPTIONS", path: "*" },
    },
  },
  "method-not-allowed": {
    status: 405,
    headers: { Allow: "POST" },
    provokedBy: Object.fromEntries(
      ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"].map(
        (method) => [method, { method }],
      ),
    ),
  },
  "body-too-large": {
    status: 413,
    headers: { Connection: "close" },
    provokedBy: {
      "65,537 bytes": { body: good.padEnd(65_537) },
      "65,537 bytes in chunks": { body: good.padEnd(65_537), chunked: true },
      "a declared length of 1 GB": { body: "{", headers: { "Content-Length": "1000000000" } },
    },
  },
  "unsupported-media-type": {
    status: 415,
    provokedBy: {
      "no Content-Type": typed(undefined),
      "an empty Content-Type": typed(""),
      "plain text": typed("text/plain"),
      "a form": typed("application/x-www-form-urlencoded"),
      "a list of types": typed("application/json, text/plain"),
      "Latin-1": typed("application/json; charset=iso-8859-1"),
      "UTF-16": typed("application/json;charset=utf-16"),
      "two charsets": typed("application/json; charset=utf-8; charset=utf-16"),
      gzip: { body: gzipSync(good), headers: { "Content-Encoding": "gzip" } },
      "the identity encoding": { body: good, headers: { "Content-Encoding": "identity" } },
    },
  },
  "unknown-domain": {
    status: 422,
    provokedBy: {
      "an unknown domain": json(exampleRequest({}, { domainId: "generator-options" })),
    },
  },
  "unknown-target-product": {
    status: 422,
    provokedBy: {
      "an unknown product": json(exampleRequest({}, { targetProduct: "simple-studio" })),
    },
  },
  "unknown-spec-version": {
    status: 422,
    provokedBy: { "an unknown version": json(exampleRequest({}, { specVersion: "v99" })) },
  },
  "rate-limited": {
    status: 429,
    at: "used-up",
    provokedBy: {
      "one call too many": { body: good },
      "one call too many of another operation": { path: "/api/domains" },
      "one call too many, to an unknown path": { path: "/api/Domains" },
      "one call too many, with an unknown key": authorized("Bearer ai_unknown"),
    },
  },
  "too-many-headers": {
    status: 431,
    provokedBy: { "65 headers": withHeaders(65), "1,000 headers": withHeaders(1_000) },
  },
  "identity-unavailable": {
    status: 503,
    at: "without-identity",
    provokedBy: { "a key that cannot be verified": authorized("Bearer ai_unknown") },
  },
  "registry-unavailable": {
    status: 503,
    at: "without-registry",
    provokedBy: {
      "a proposal to validate": { body: good },
      "a proposal to build": { path: "/api/build", body: good },
    },
  },
};

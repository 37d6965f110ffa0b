import fc from "../support/fast-check.js";
import { KNOWN_KEY, type SigningKey, signedCall } from "../support/signed-call.js";

/** The parts of a request, as sent. */
export interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

type Change = (call: Call) => Call;
type Edit = (value: string) => string;

export function callOf(key: SigningKey = KNOWN_KEY, options: Parameters<typeof signedCall>[1] = {}): Call {
  const call = signedCall(key, options);
  return { ...call, headers: Object.entries(call.headers) };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const EDITS: readonly Edit[] = [
  (value) => value.toUpperCase(),
  (value) => value.toLowerCase(),
  (value) => `${value}=`,
  (value) => `${value}==`,
  (value) => `0${value}`,
  (value) => `+${value}`,
  (value) => `${value}.0`,
  (value) => `${value}\n`,
  (value) => `${value}, ${value}`,
  (value) => `${value.slice(0, 3)}\r\n ${value.slice(3)}`,
  (value) => value.replaceAll("-", "+").replaceAll("_", "/"),
  (value) => Buffer.from(value, "base64url").toString("hex"),
  (value) => Buffer.from(value, "hex").toString("base64"),
  (value) => encodeURIComponent(value).replaceAll("-", "%2D"),
  // The same bytes for a lenient base64 decoder: only unused bits of the last character differ.
  (value) => value.slice(0, -1) + ALPHABET[(ALPHABET.indexOf(value.at(-1) ?? "") + 1) % 64],
];
const TARGETS = [
  ...["/api/build", "/api/validate/", "/api/validate?", "/api/validate?a=1", "/api/validate#", "//api/validate"],
  ...["/api/./validate", "/api/x/../validate", "/api/%76alidate", "http://assay.example/api/validate", "*", ""],
];
const METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "post", ""];
const EXTRA = ["Authorization", "X-Adt-Proxy-Role", "X-Adt-Proxy-", "X-Adt-Proxy-Content-Type"];

const place = fc.nat({ max: 200 });
const latin1 = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(place, fc.nat({ max: 1 }), latin1).map(
    ([at, removed, by]): Edit =>
      (value) =>
        splice(value, at, removed, by),
  ),
  place.map(
    (at): Edit =>
      (value) =>
        splice(value, at, 1, ""),
  ),
  fc.string().map((other) => () => other),
  fc.constantFrom(...EDITS),
);

const header = fc.nat({ max: 9 });

/** One change of a call. */
export const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(header, edit).map(
      ([at, by]): Change =>
        (call) =>
          editHeader(call, at, by),
    ),
  },
  header.map(
    (at): Change =>
      (call) => ({ ...call, headers: call.headers.toSpliced(at, 1) }),
  ),
  fc.tuple(header, header, edit).map(
    ([at, to, by]): Change =>
      (call) => {
        const [name, value] = call.headers[at] as [string, string];
        return { ...call, headers: call.headers.toSpliced(to, 0, [name.toLowerCase(), by(value)]) };
      },
  ),
  fc.tuple(header, header).map(
    ([at, to]): Change =>
      (call) =>
        editHeader(call, at, () => (call.headers[to] as [string, string])[1]),
  ),
  fc.tuple(fc.constantFrom(...EXTRA), fc.string()).map(
    (extra): Change =>
      (call) => ({ ...call, headers: [...call.headers, extra] }),
  ),
  edit.map(
    (by): Change =>
      (call) => ({ ...call, body: by(call.body) }),
  ),
  fc.oneof(fc.constantFrom(...TARGETS.map((target) => () => target)), edit).map(
    (by): Change =>
      (call) => ({ ...call, target: by(call.target) }),
  ),
  fc.constantFrom(...METHODS).map(
    (method): Change =>
      (call) => ({ ...call, method }),
  ),
);

function editHeader(call: Call, at: number, by: Edit): Call {
  const [name, value] = call.headers[at] as [string, string];
  return { ...call, headers: call.headers.with(at, [name, by(value)]) };
}

function splice(value: string, at: number, remove: number, insert: string): string {
  const start = at % (value.length + 1);
  return value.slice(0, start) + insert + value.slice(start + remove);
}

/**
 * What is signed of a call, with its headers in any order. White space around a value is not part of it (RFC 9110
 * §5.5), and the content type is signed in lower case.
 */
export function essence({ method, target, headers, body }: Call): string {
  const lines = headers.map(([name, value]) => {
    const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, "");
    return `${name.toLowerCase()}:${/^content-type$/i.test(name) ? trimmed.toLowerCase() : trimmed}`;
  });
  return JSON.stringify([method, target, lines.sort(), body]);
}

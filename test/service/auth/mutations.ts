import fc from "../../support/fast-check.js";
import { KNOWN_KEY, type SigningKey, signedCall } from "../../support/signed-call.js";

/** The parts of a request, as sent. */
export interface Call {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

type Change = (call: Call) => Call;
type Edit = (value: string) => string;

export function callOf(
  key: SigningKey = KNOWN_KEY,
  options: Parameters<typeof signedCall>[1] = {},
): Call {
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
  ...[
    "/api/build",
    "/api/validate/",
    "/api/validate?",
    "/api/validate?a=1",
    "/api/validate#",
    "//api/validate",
  ],
  ...[
    "/api/./validate",
    "/api/x/../validate",
    "/api/%76alidate",
    "http://assay.example/api/validate",
    "*",
    "",
  ],
];
const METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "post", ""];
const EXTRA = ["Authorization", "X-Adt-Proxy-Role", "X-Adt-Proxy-", "X-Adt-Proxy-Content-Type"];

const latin1 = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(fc.nat({ max: 200 }), fc.nat({ max: 1 }), fc.oneof(latin1, fc.constant("")))
    .map((made) => splice(...made)),
  fc.string().map((other) => () => other),
  fc.constantFrom(...EDITS),
);

/** What one change may use: the places of two headers, an edit, and a string. */
interface Given {
  readonly at: number;
  readonly to: number;
  readonly by: Edit;
  readonly text: string;
}

const ofHeader = (call: Call, { at, by }: Given) => editHeader(call, at, by);
const CHANGES: readonly ((call: Call, given: Given) => Call)[] = [
  // More often than the others.
  ...Array<typeof ofHeader>(5).fill(ofHeader),
  (call, { at }) => ({ ...call, headers: call.headers.toSpliced(at, 1) }),
  (call, { at, to, by }) => {
    const [name, value] = call.headers[at] as [string, string];
    return { ...call, headers: call.headers.toSpliced(to, 0, [name.toLowerCase(), by(value)]) };
  },
  (call, { at, to }) => editHeader(call, at, () => (call.headers[to] as [string, string])[1]),
  (call, { at, text }) => ({
    ...call,
    headers: [...call.headers, [EXTRA[at % EXTRA.length] as string, text]],
  }),
  (call, { by }) => ({ ...call, body: by(call.body) }),
  (call, { by }) => ({ ...call, target: by(call.target) }),
  (call, { at, to }) => ({ ...call, target: TARGETS[(at * 10 + to) % TARGETS.length] as string }),
  (call, { at }) => ({ ...call, method: METHODS[at % METHODS.length] as string }),
];

/** One change of a call. */
export const change: fc.Arbitrary<Change> = fc
  .record({ at: fc.nat({ max: 9 }), to: fc.nat({ max: 9 }), by: edit, text: fc.string() })
  .chain((given) => fc.constantFrom(...CHANGES).map((made) => (call: Call) => made(call, given)));

function editHeader(call: Call, at: number, by: Edit): Call {
  const [name, value] = call.headers[at] as [string, string];
  return { ...call, headers: call.headers.with(at, [name, by(value)]) };
}

const splice = (at: number, remove: number, insert: string) => (value: string) => {
  const start = at % (value.length + 1);
  return value.slice(0, start) + insert + value.slice(start + remove);
};

/**
 * What is signed of a call, with its headers in any order. White space around a value is not part
 * of it (RFC 9110 §5.5), and the content type is signed in lower case.
 */
export function essence({ method, target, headers, body }: Call): string {
  const lines = headers.map(([name, value]) => {
    const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, "");
    return `${name.toLowerCase()}:${/^content-type$/i.test(name) ? trimmed.toLowerCase() : trimmed}`;
  });
  return JSON.stringify([method, target, lines.sort(), body]);
}

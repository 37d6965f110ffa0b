/** The parts of a request, as sent. */
export interface Parts {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

type Mutation = (parts: Parts) => Parts;

type Edit = (value: string) => string;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const next = (character: string): string => ALPHABET[(ALPHABET.indexOf(character) + 1) % 64] as string;

const replaceAt =
  (at: number): Edit =>
  (value) =>
    value.slice(0, at) + next(value[at] ?? "A") + value.slice(at + 1);

const EDITS: readonly Edit[] = [
  () => "",
  () => "*",
  replaceAt(0),
  // The same bytes for a lenient base64 decoder: only unused bits of the last character differ.
  (value) => value.slice(0, -1) + next(value.at(-1) ?? "A"),
  (value) => value.slice(1),
  (value) => value.slice(0, -1),
  (value) => value.toUpperCase(),
  (value) => value.toLowerCase(),
  (value) => `0${value}`,
  (value) => `+${value}`,
  (value) => `${value}A`,
  (value) => `${value}=`,
  (value) => `${value}==`,
  (value) => `${value}.0`,
  (value) => `${value},`,
  (value) => `${value}, ${value}`,
  (value) => `"${value}"`,
  (value) => `${value.slice(0, 3)} ${value.slice(3)}`,
  (value) => `${value.slice(0, 3)}\t${value.slice(3)}`,
  (value) => `${value.slice(0, 3)}\n${value.slice(3)}`,
  (value) => `${value.slice(0, 3)}\r\n ${value.slice(3)}`,
  (value) => `${value}\0`,
  (value) => `${value}\x7f`,
  (value) => `${value}\u00e9`,
  (value) => value.replaceAll("-", "+").replaceAll("_", "/"),
  (value) => Buffer.from(value, "base64url").toString("hex"),
  (value) => Buffer.from(value, "hex").toString("base64"),
  (value) => encodeURIComponent(value).replaceAll("-", "%2D"),
];

const TARGETS = [
  "/api/build",
  "/api/validate/",
  "/api/validate?",
  "/api/validate?a=1",
  "/api/validate#",
  "/api/./validate",
  "/api/x/../validate",
  "//api/validate",
  "/api//validate",
  "/api/%76alidate",
  "/API/validate",
  "http://assay.example/api/validate",
  "*",
  "",
];

const EXTRA: readonly (readonly [string, string])[] = [
  ["Authorization", "Bearer ai_0123456789"],
  ["Authorization", ""],
  ["X-Adt-Proxy-Role", "admin"],
  ["X-Adt-Proxy-", ""],
  ["X-Adt-Proxy-Content-Type", "application/json"],
];

const METHODS = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "post", ""];

/** Applies every edit to every part, one at a time, each to a new request. Skips edits that change nothing. */
export function mutantsOf(good: () => Parts): Parts[] {
  return mutationsOf(good()).flatMap((mutate) => {
    const parts = good();
    const mutant = mutate(parts);
    return meaning(mutant) === meaning(parts) ? [] : [mutant];
  });
}

function mutationsOf({ headers }: Parts): Mutation[] {
  const signed = headers.map(([name]) => name);
  return [
    ...signed.flatMap((name) => EDITS.map((edit) => editHeader(name, edit))),
    ...Array.from({ length: 86 }, (_, at) => editHeader("X-Adt-Proxy-signature", replaceAt(at))),
    ...signed.flatMap((name) => signed.map((other) => copyHeader(other, name))),
    ...signed.map(dropHeader),
    ...signed.flatMap((name) => repeatHeader(name)),
    ...EXTRA.map(
      (extra): Mutation =>
        ({ headers, ...rest }) => ({ ...rest, headers: [...headers, extra] }),
    ),
    ...EDITS.map(
      (edit): Mutation =>
        (parts) => ({ ...parts, body: edit(parts.body) }),
    ),
    ...TARGETS.map(
      (target): Mutation =>
        (parts) => ({ ...parts, target }),
    ),
    ...METHODS.map(
      (method): Mutation =>
        (parts) => ({ ...parts, method }),
    ),
  ];
}

function editHeader(name: string, edit: Edit): Mutation {
  return ({ headers, ...rest }) => ({
    ...rest,
    headers: headers.map(([one, value]) => [one, one === name ? edit(value) : value]),
  });
}

function copyHeader(from: string, to: string): Mutation {
  return (parts) => editHeader(to, () => headerOf(parts, from))(parts);
}

function dropHeader(name: string): Mutation {
  return ({ headers, ...rest }) => ({ ...rest, headers: headers.filter(([one]) => one !== name) });
}

/** Repeats a header with the same or another value, before or after the original. */
function repeatHeader(name: string): Mutation[] {
  return [(value: string) => value, () => "other"].flatMap((edit): Mutation[] => [
    (parts) => ({ ...parts, headers: [[name.toLowerCase(), edit(headerOf(parts, name))], ...parts.headers] }),
    (parts) => ({ ...parts, headers: [...parts.headers, [name.toUpperCase(), edit(headerOf(parts, name))]] }),
  ]);
}

function headerOf({ headers }: Parts, name: string): string {
  return headers.find(([one]) => one === name)?.[1] ?? "";
}

/** White space around a value is not part of it (RFC 9110 §5.5), and the content type is signed in lower case. */
function meaning({ method, target, headers, body }: Parts): string {
  const lines = headers.map(([name, value]) => {
    const trimmed = value.replace(/^[ \t]+|[ \t]+$/g, "");
    return `${name.toLowerCase()}:${/^content-type$/i.test(name) ? trimmed.toLowerCase() : trimmed}`;
  });
  return JSON.stringify([method, target, lines.sort(), body]);
}

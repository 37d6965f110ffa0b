import fc from "../../support/fast-check.js";
import { runs } from "../../support/runs.js";
import { admit, agentProxy, type Call, signedCall } from "./signed-call.js";

type Change = (call: Call) => Call;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const latin1 = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const anywhere = fc.nat({ max: 200 });

const edit: fc.Arbitrary<(value: string) => string> = fc.oneof(
  fc.tuple(anywhere, latin1).map(
    ([at, by]) =>
      (value: string) =>
        splice(value, at, 1, by),
  ),
  fc.tuple(anywhere, latin1).map(
    ([at, by]) =>
      (value: string) =>
        splice(value, at, 0, by),
  ),
  anywhere.map((at) => (value: string) => splice(value, at, 1, "")),
  fc.string().map((other) => () => other),
  fc.constantFrom(
    (value: string) => value.toUpperCase(),
    (value: string) => value.toLowerCase(),
    (value: string) => `${value}=`,
    (value: string) => `${value}==`,
    (value: string) => `0${value}`,
    (value: string) => `+${value}`,
    (value: string) => `${value}.0`,
    (value: string) => ` ${value}`,
    (value: string) => `${value}\n`,
    (value: string) => `${value}, ${value}`,
    (value: string) => value.replaceAll("-", "+").replaceAll("_", "/"),
    (value: string) => Buffer.from(value, "base64url").toString("hex"),
    (value: string) => Buffer.from(value, "hex").toString("base64"),
    (value: string) => encodeURIComponent(value).replaceAll("-", "%2D"),
    // The same bytes to a lenient decoder: the last character's unused bits set.
    (value: string) => value.slice(0, -1) + ALPHABET[(ALPHABET.indexOf(value.at(-1) ?? "") + 1) % 64],
  ),
);

const header = fc.nat({ max: 9 }).map((n) => n + 1);

const change: fc.Arbitrary<Change> = fc.oneof(
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
      (call) => {
        return editHeader(call, at, () => (call.headers[to] as [string, string])[1]);
      },
  ),
  fc.tuple(fc.constantFrom("Authorization", "X-Adt-Proxy-Role", "X-Adt-Proxy-"), fc.string()).map(
    ([name, value]): Change =>
      (call) => ({ ...call, headers: [...call.headers, [name, value]] }),
  ),
  edit.map(
    (by): Change =>
      (call) => ({ ...call, body: Buffer.from(by(call.body.toString("latin1")), "latin1") }),
  ),
  edit.map(
    (by): Change =>
      (call) => ({ ...call, target: by(call.target) }),
  ),
  fc
    .constantFrom(
      "/api/build",
      "/api/validate/",
      "/api/validate?",
      "/api/validate?a=1",
      "//api/validate",
      "/api/%76alidate",
    )
    .map(
      (target): Change =>
        (call) => ({ ...call, target }),
    ),
  fc.constantFrom("GET", "PUT", "post", "HEAD", "").map(
    (method): Change =>
      (call) => ({ ...call, method }),
  ),
);

test("mutations of a valid call are all refused, and none throws", async () => {
  const good = signedCall({ nonce: "AAECAwQFBgcICQoLDA0ODw" });
  expect(await admit(agentProxy(), good)).toMatchObject({ ok: true });
  await fc.assert(
    fc.asyncProperty(change, async (mutate) => {
      const mutated = mutate(good);
      fc.pre(essence(mutated) !== essence(good));
      // A new store for each call, so that the nonce is not what stops it.
      expect(await admit(agentProxy(), mutated)).toMatchObject({ ok: false, detail: expect.any(String) });
    }),
    runs(1_000),
  );
});

/** The signed parts of a call: the content type in lower case, the headers in any order. */
function essence({ method, target, headers, body }: Call): string {
  const lines = headers.map(([name, value]) => [
    name.toLowerCase(),
    /^content-type$/i.test(name) ? value.toLowerCase() : value,
  ]);
  return JSON.stringify([method, target, lines.map(String).sort(), body.toString("latin1")]);
}

function editHeader(call: Call, at: number, by: (value: string) => string): Call {
  const [name, value] = call.headers[at] as [string, string];
  return { ...call, headers: call.headers.with(at, [name, by(value)]) };
}

function splice(value: string, at: number, remove: number, insert: string): string {
  const start = at % (value.length + 1);
  return value.slice(0, start) + insert + value.slice(start + remove);
}

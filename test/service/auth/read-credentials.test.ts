import { readCredentials } from "../../../src/service/auth/read-credentials.js";

const KEY = "ai_0123456789-_.~+/==";

test.each([
  ["no credentials", ["Host", "a"], { kind: "none" }],
  ["a bearer key", ["Authorization", `Bearer ${KEY}`], { kind: "bearer", key: KEY }],
  [
    "a scheme in another case (RFC 9110)",
    ["authorization", `bEARER   ${KEY}`],
    { kind: "bearer", key: KEY },
  ],
])("%s", (_, rawHeaders, expected) => {
  expect(readCredentials(rawHeaders)).toEqual(expected);
});

test("proxy headers are found by their prefix, along with the signed content type", () => {
  const rawHeaders = [
    "X-ADT-Proxy-Agent",
    "me",
    "content-type",
    "text/plain",
    "x-adt-proxy-nonce",
    "n",
  ];
  const headers = new Map([
    ["agent", "me"],
    ["nonce", "n"],
  ]);
  expect(readCredentials(rawHeaders)).toEqual({
    kind: "proxy",
    headers,
    contentType: "text/plain",
  });
});

test.each([
  [
    "the same Authorization twice",
    ["Authorization", `Bearer ${KEY}`, "authorization", `Bearer ${KEY}`],
  ],
  ["a proxy header twice", ["x-adt-proxy-agent", "me", "X-Adt-Proxy-Agent", "me"]],
  [
    "a bearer key and a proxy header",
    ["Authorization", `Bearer ${KEY}`, "x-adt-proxy-agent", "me"],
  ],
  [
    "a wrong Authorization and an unknown proxy header",
    ["Authorization", "", "x-adt-proxy-new", ""],
  ],
])("%s are ambiguous", (_, rawHeaders) => {
  expect(readCredentials(rawHeaders)).toMatchObject({ code: "ambiguous-credentials" });
});

test.each([
  "",
  "Bearer",
  "Bearer ",
  KEY,
  `Basic ${KEY}`,
  `Bearer  ${KEY} `,
  `Bearer\t${KEY}`,
  "Bearer ai_",
  "Bearer AI_0123456789",
  "Bearer sk_0123456789",
  "Bearer ai_0123, Bearer ai_4567",
  "Bearer ai_\u00e9t\u00e9",
  `Bearer ai_${"x".repeat(501)}`,
])("the Authorization value %j is no key", (authorization) => {
  expect(readCredentials(["Authorization", authorization])).toEqual({
    kind: "bearer",
    key: undefined,
  });
});

test("a signed call must not have two content types", () => {
  const rawHeaders = ["x-adt-proxy-agent", "me", "Content-Type", "a/b", "content-type", "a/b"];
  expect(readCredentials(rawHeaders)).toMatchObject({ code: "invalid-credentials" });
});

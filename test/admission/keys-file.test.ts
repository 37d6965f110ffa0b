import { newKey } from "../../src/auth/stored-keys.js";
import { call, outputOf, validate } from "../support/call.js";
import { eventually } from "../support/eventually.js";
import { startService } from "../support/service.js";
import { AUDIENCE, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

const alice = newKey("alice");
const signer = signingKey("this-year");
const [file, proxyFile] = [await temporaryFile({ keys: [alice.entry] }), await temporaryFile({ keys: [signer.jwk] })];
const service = await startService({
  KEYS_FILE: file.path,
  AGENT_PROXY_KEYS_FILE: proxyFile.path,
  AUDIENCE,
  RATE_LIMIT_CALLS: "100000",
  NODE_ENV: "production",
});
const status = async (key: string) => (await validate(service.url, key)).status;

test("while a keys file is invalid, the last good keys stay, and the log does not quote it; then it is followed", async () => {
  await file.replace(`{ "keys": [ ${alice.key} `);
  await eventually(() => service.logged("the last good keys stay in use").length > 0);
  expect(service.logged("the last good keys stay in use")).toMatchObject([
    { level: "error", faults: [`${file.path}: is not valid JSON; fix its syntax`] },
  ]);
  expect(await status(alice.key)).toBe(200);
  expect((await outputOf(service)).includes(alice.key)).toBe(false);
  const carol = newKey("carol");
  await file.replace({ keys: [carol.entry] });
  await eventually(async () => (await status(carol.key)) === 200);
  expect([await status(alice.key), await outputOf(service)]).toEqual([
    401,
    expect.stringContaining('"caller":"carol"'),
  ]);
});

test("a key set of the agent proxy that changes is followed", async () => {
  const next = signingKey("next");
  const signed = async (key: typeof signer) => {
    const { target, ...rest } = signedCall(key);
    return (await call(`${service.url}${target}`, rest)).status;
  };
  expect(await signed(signer)).toBe(200);
  await proxyFile.replace({ keys: [next.jwk] });
  await eventually(async () => (await signed(next)) === 200);
  expect(await signed(signer)).toBe(401);
});

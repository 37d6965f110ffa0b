import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseProxyKeys } from "../../src/service/auth/proxy-keys.js";
import { atEnd } from "../support/at-end.js";
import { startProgram } from "../support/program.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const folder = temporaryFolder();

const child = startProgram(process.execPath, ["examples/neighbours/identity.js"], {
  env: { PORT: "0", CLIENTS: "assay:assay-secret", JWKS_FILE: join(folder, "jwks.json") },
  stdio: ["ignore", "pipe", "inherit"],
});
atEnd(() => child.kill("SIGTERM"));
const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
const url = line.replace("identity service is listening on ", "");

interface Issued {
  id: string;
  key: string;
  agent: string;
}

async function issue(headers: Record<string, string> = {}): Promise<Issued> {
  return (await (await fetch(`${url}/keys`, { method: "POST", headers })).json()) as Issued;
}

async function introspect(
  key: string,
  client = "assay:assay-secret",
): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Basic ${Buffer.from(client).toString("base64")}` };
  const response = await fetch(`${url}/introspect`, {
    method: "POST",
    headers,
    body: new URLSearchParams({ token: key }),
  });
  return { status: response.status, body: await response.json() };
}

function revoke({ id }: Issued, { key }: Issued): Promise<Response> {
  return fetch(`${url}/keys/${id}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${key}` },
  });
}

test("a key is active until its own agent revokes it, and a second key of the agent outlives it", async () => {
  const [mine, another] = [await issue(), await issue()];
  const second = await issue({ authorization: `Bearer ${mine.key}` });
  expect(mine.key).toMatch(/^ai_[\w-]{43}$/);
  expect([(await revoke(mine, another)).status, (await introspect(mine.key)).body]).toMatchObject([
    404,
    { active: true, sub: mine.agent },
  ]);
  expect([(await revoke(mine, mine)).status, (await introspect(mine.key)).body]).toEqual([
    204,
    { active: false },
  ]);
  expect((await introspect(second.key)).body).toMatchObject({ active: true, sub: mine.agent });
});

test("only its clients may introspect", async () => {
  const { key } = await issue();
  for (const client of ["assay:wrong", "other:assay-secret", "toString:x", ""])
    expect((await introspect(key, client)).status).toBe(401);
});

test("its JWK Set is valid for assay", async () => {
  const published = await (await fetch(`${url}/.well-known/jwks.json`)).text();
  const written = await readFile(join(folder, "jwks.json"), "utf8");
  expect(JSON.parse(written)).toEqual(JSON.parse(published));
  expect([...parseProxyKeys(written, "keys.json").keys()]).toEqual([
    expect.stringMatching(/^idp-/),
  ]);
});

test("the proxy refuses calls without a valid key, and calls to other paths", async () => {
  expect((await fetch(`${url}/proxy/api/domains`)).status).toBe(401);
  const headers = { authorization: `Bearer ${(await issue()).key}` };
  for (const path of [
    "/proxy/metrics",
    "/proxy//elsewhere.test/api/domains",
    "/proxy/api/validate",
  ])
    expect((await fetch(`${url}${path}`, { headers })).status).toBe(404);
});

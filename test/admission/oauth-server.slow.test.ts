import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { atEnd } from "../support/at-end.js";
import { eventually } from "../support/eventually.js";
import { startProgram } from "../support/program.js";
import { slowTest } from "../support/runs.js";
import { outputOf } from "../support/send.js";
import { startService } from "../support/service.js";
import { validate } from "./calls.js";

/** With characters that Basic credentials must encode (RFC 6749 §2.3.1). */
const ASSAY_SECRET = "s3cret: with+space %";
const AGENT_SECRET = "another-secret";
const OIDC_SERVER = fileURLToPath(new URL("../tools/oidc-server.js", import.meta.url));

/** The URL of oidc-provider, a certified implementation, in a process of its own. */
async function startOauthServer(ttlSeconds: number): Promise<string> {
  const child = startProgram(
    process.execPath,
    [OIDC_SERVER, ASSAY_SECRET, AGENT_SECRET, String(ttlSeconds)],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  );
  atEnd(() => child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^port (\d+)$/.exec(line)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error("the OAuth server ended; run npm run test:all");
}

const post = (url: string, body: Record<string, string>) => {
  const authorization = `Basic ${btoa(`agent:${AGENT_SECRET}`)}`;
  return fetch(url, {
    method: "POST",
    headers: { authorization },
    body: new URLSearchParams(body),
  });
};
const issueKey = async (oauth: string) => {
  const response = await post(`${oauth}/token`, { grant_type: "client_credentials" });
  return ((await response.json()) as { access_token: string }).access_token;
};
const serviceWith = (oauth: string, IDENTITY_CLIENT_SECRET: string) =>
  startService({
    IDENTITY_URL: `${oauth}/token/introspection`,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET,
    RATE_LIMIT_CALLS: "10000",
  });

slowTest(
  "keys of a real OAuth server are accepted until they expire, and refused if unknown or revoked",
  async () => {
    const oauth = await startOauthServer(5);
    const service = await serviceWith(oauth, ASSAY_SECRET);
    const [key, revoked] = [await issueKey(oauth), await issueKey(oauth)];
    expect((await post(`${oauth}/token/revocation`, { token: revoked })).status).toBe(200);
    const statuses = [];
    for (const one of [key, revoked, "ai_unknown"])
      statuses.push((await validate(service.url, one)).status);
    expect(statuses).toEqual([200, 401, 401]);
    await outputOf(service);
    expect(service.logged("request").map(({ caller }) => caller)).toEqual([
      "agent",
      undefined,
      undefined,
    ]);
    await eventually(async () => (await validate(service.url, key)).status === 401);
    const refused = await serviceWith(oauth, "wrong");
    const { status, body } = await validate(refused.url, await issueKey(oauth));
    expect([status, JSON.parse(body).code]).toEqual([503, "identity-unavailable"]);
  },
);

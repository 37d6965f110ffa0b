import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { atEnd } from "../support/at-end.js";
import { outputOf, validate } from "../support/call.js";
import { eventually } from "../support/eventually.js";
import { killAtExit } from "../support/kill-at-exit.js";
import { testOfAll } from "../support/runs.js";
import { type RunningService, startService } from "../support/service.js";

/** With characters that Basic credentials must encode (RFC 6749 §2.3.1). */
const ASSAY_SECRET = "s3cret: with+space %";
const AGENT_SECRET = "another-secret";
const OIDC_SERVER = fileURLToPath(new URL("../tools/oidc-server.js", import.meta.url));

/** oidc-provider, a certified implementation, in a process of its own. */
class OauthServer {
  private constructor(private readonly url: string) {}

  static async start(ttlSeconds = 600): Promise<OauthServer> {
    const child = spawn(process.execPath, [OIDC_SERVER, ASSAY_SECRET, AGENT_SECRET, String(ttlSeconds)], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    killAtExit(child);
    atEnd(() => child.kill("SIGKILL"));
    for await (const line of createInterface({ input: child.stdout })) {
      const port = /^port (\d+)$/.exec(line)?.[1];
      if (port !== undefined) return new OauthServer(`http://127.0.0.1:${port}`);
    }
    throw new Error("the OAuth server ended; run npm run test:all");
  }

  get introspection(): string {
    return `${this.url}/token/introspection`;
  }

  async issueKey(): Promise<string> {
    const response = await this.#post("/token", { grant_type: "client_credentials" });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async revoke(key: string): Promise<void> {
    expect((await this.#post("/token/revocation", { token: key })).status).toBe(200);
  }

  #post(path: string, body: Record<string, string>): Promise<Response> {
    const authorization = `Basic ${btoa(`agent:${AGENT_SECRET}`)}`;
    return fetch(this.url + path, { method: "POST", headers: { authorization }, body: new URLSearchParams(body) });
  }
}

function serviceWith(oauth: OauthServer, secret = ASSAY_SECRET): Promise<RunningService> {
  return startService({
    IDENTITY_URL: oauth.introspection,
    IDENTITY_CLIENT_ID: "assay",
    IDENTITY_CLIENT_SECRET: secret,
    RATE_LIMIT_CALLS: "10000",
  });
}

testOfAll("keys of a real OAuth server are accepted, and refused if unknown or revoked", async () => {
  const oauth = await OauthServer.start();
  const service = await serviceWith(oauth);
  const [key, revoked] = [await oauth.issueKey(), await oauth.issueKey()];
  await oauth.revoke(revoked);
  expect(key).toMatch(/^ai_/);
  const statuses = [];
  for (const one of [key, revoked, "ai_unknown"]) statuses.push((await validate(service.url, one)).status);
  expect(statuses).toEqual([200, 401, 401]);
  await outputOf(service);
  expect(service.logged("request").map(({ caller }) => caller)).toEqual(["agent", undefined, undefined]);
});

testOfAll("a key is refused once it has expired, though it was just accepted", async () => {
  const oauth = await OauthServer.start(5);
  const service = await serviceWith(oauth);
  const key = await oauth.issueKey();
  const first = await validate(service.url, key);
  expect(first.status).toBe(200);
  await eventually(async () => (await validate(service.url, key)).status === 401);
});

testOfAll("with a secret that the OAuth server refuses, the identity service counts as away", async () => {
  const oauth = await OauthServer.start();
  const service = await serviceWith(oauth, "wrong");
  const { status, body } = await validate(service.url, await oauth.issueKey());
  expect([status, JSON.parse(body).code]).toEqual([503, "identity-unavailable"]);
});

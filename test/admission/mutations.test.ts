import { RawConnection } from "../support/raw-connection.js";
import { type RunningService, startService } from "../support/service.js";
import { mutantsOf, type Parts } from "./mutations.js";
import { AUDIENCE, signedCall, signingKey } from "./signed-call.js";
import { type TemporaryFile, temporaryFile } from "./temporary-file.js";

const AT_ONCE = 20;

describe("a signed call", () => {
  const key = signingKey("key");
  let keys: TemporaryFile;
  let service: RunningService;

  beforeAll(async () => {
    keys = await temporaryFile({ keys: [key.jwk] });
    service = await startService({ AGENT_PROXY_KEYS_FILE: keys.path, AUDIENCE, RATE_LIMIT_CALLS: "100000" });
  });

  afterAll(async () => {
    await service.stop();
    await keys.remove();
  });

  // A new nonce each time, so that the nonce is not what stops a mutant.
  function good(): Parts {
    const call = signedCall(key);
    return { ...call, headers: Object.entries(call.headers) };
  }

  async function send({ method, target, headers, body }: Parts): Promise<number> {
    const framing = [
      ["Host", AUDIENCE],
      ["Content-Length", String(body.length)],
    ];
    const head = [`${method} ${target} HTTP/1.1`, ...[...framing, ...headers].map((field) => field.join(": "))];
    const connection = await RawConnection.open(service.url);
    connection.send(Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`, "latin1"));
    const { status } = await connection.answer(true);
    connection.socket.destroy();
    return status;
  }

  test("is answered unchanged, and refused after any single change", async () => {
    const mutants = mutantsOf(good);
    expect(mutants.length).toBeGreaterThan(500);
    expect(await send(good())).toBe(200);
    const notRefused: unknown[] = [];
    for (let at = 0; at < mutants.length; at += AT_ONCE) {
      const sending = mutants.slice(at, at + AT_ONCE).map(async (mutant) => {
        const status = await send(mutant);
        if (status < 400 || status >= 500) notRefused.push({ status, mutant });
      });
      await Promise.all(sending);
    }
    expect(notRefused).toEqual([]);
    expect(await send(good())).toBe(200);
  });
});

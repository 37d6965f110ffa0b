import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { eventually } from "../support/eventually.js";
import { untilLimiter } from "../support/limiter.js";
import { launchServer, redisServer } from "../support/redis.js";
import { restartPort } from "../support/restart-port.js";
import { slowTest } from "../support/runs.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

/** They need `openssl` and a Redis with TLS. */
const testOfTls = redisServer ? slowTest : test.skip;

testOfTls("a Redis with TLS is used if REDIS_CA_FILE has its CA, and not otherwise", async () => {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const openssl = (...args: string[]) =>
    execFileSync("openssl", ["req", "-x509", ...newKey, ...args]);
  openssl("-subj", "/CN=CA", "-keyout", file("ca.key"), "-out", file("ca.pem"));
  const signed = [
    "-CA",
    file("ca.pem"),
    "-CAkey",
    file("ca.key"),
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  ];
  openssl("-subj", "/CN=redis", ...signed, "-keyout", file("redis.key"), "-out", file("redis.pem"));
  const [port, tlsPort] = [await restartPort(), await restartPort()];
  const tls = [
    "--tls-port",
    `${tlsPort}`,
    "--tls-cert-file",
    file("redis.pem"),
    "--tls-key-file",
    file("redis.key"),
  ];
  const args = ["--port", `${port}`, "--save", "", ...tls, "--tls-auth-clients", "no"];
  await launchServer(port, [redisServer as string, ...args]);
  const env = { REDIS_URL: `rediss://127.0.0.1:${tlsPort}` };
  const [trusting, other] = await Promise.all([
    startService({ ...env, REDIS_CA_FILE: file("ca.pem") }),
    startService(env),
  ]);
  await untilLimiter("shared", trusting);
  await untilLimiter("fallback", other);
  await eventually(() => other.logged("limiter").length > 0);
  expect(other.logged("limiter")[0]).toMatchObject({ cause: expect.stringMatching(/certificate/) });
});

import { execFile } from "node:child_process";
import { createHash, createPublicKey, verify } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parseKeys } from "../../src/service/auth/stored-keys.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const run = promisify(execFile);

const text = await readFile("docs/authentication.md", "utf8");

describe("docs/authentication.md", () => {
  const blocks = (language: string) =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)\n\`\`\`$`, "gms"))].map(
      ([, block]) => block as string,
    );

  test("its scripts create a key and make a signed call that is answered", async () => {
    const folder = temporaryFolder();
    for (const block of blocks("js"))
      await writeFile(join(folder, /^\/\/ (\S+)\n/.exec(block)?.[1] ?? ""), block);
    await mkdir(join(folder, "node_modules"));
    await symlink(process.cwd(), join(folder, "node_modules/assay"));
    const node = (...args: string[]) => run(process.execPath, args, { cwd: folder });
    await node("make-proxy-key.mjs");
    const service = await startService({ AGENT_PROXY_KEYS_FILE: join(folder, "proxy-keys.json") });
    const { stdout } = await node(
      "signed-call.mjs",
      service.url,
      `localhost:${new URL(service.url).port}`,
    );
    expect(stdout).toMatch(/^\{\s*valid: false,\s*targetProduct: 'sample-studio'/);
  });

  test("its test vector verifies", () => {
    const [signed = ""] = blocks("text");
    const body = blocks("json").find((block) => block.includes('"candidate"')) ?? "";
    const [, x] = /test 1: `([\w-]{43})`/.exec(text) ?? [];
    const [, signature = ""] = /The signature: `([\w-]{86})`/.exec(text) ?? [];
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: x ?? "" }, format: "jwk" });
    expect(signed.split("\n").at(-1)).toBe(createHash("sha256").update(body).digest("hex"));
    expect(verify(null, Buffer.from(signed), key, Buffer.from(signature, "base64url"))).toBe(true);
  });

  test("its keys file is accepted by the service", () => {
    const [keys = ""] = blocks("json").filter((block) => block.includes('"keys"'));
    expect([...parseKeys(keys, "keys.json").values()].map(({ id }) => id)).toEqual([
      "alice",
      "ci",
      "bob",
    ]);
  });
});

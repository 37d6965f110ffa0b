import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { ASSAY, assay } from "../support/program.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const sectionOf = (file: string, heading: string) =>
  new RegExp(`^## ${heading}\n(.*?)(?:^## |(?![^]))`, "ms").exec(readFileSync(file, "utf8"))?.[1];
const section = [
  sectionOf("README.md", "Bring your own"),
  sectionOf("rules/README.md", "A domain from a schema"),
].join("\n");

interface Block {
  /** The file that the text before the block says to save it as. */
  file?: string;
  language: "sh" | "json";
  body: string;
}
const BLOCK = /(?:`(?<file>[\w./-]+\.json)`:\n\n)?```(?<language>sh|json)\n(?<body>.*?)```/gs;
const blocks = [...section.matchAll(BLOCK)].map(({ groups }) => groups as unknown as Block);

/** Commands that serve until they are stopped. */
const SERVES = /^assay (?:serve|mcp)\b.*$/gm;

test("what the README and the guide say to bring is checked, repaired, released and served, as written there", async () => {
  const folder = temporaryFolder({
    "bin/assay": `#!/bin/sh\nexec "${process.execPath}" "${ASSAY}" "$@"\n`,
  });
  await chmod(join(folder, "bin/assay"), 0o755);
  const env = { PATH: [join(folder, "bin"), process.env.PATH].join(delimiter) };
  let call = "";
  let valid = "";
  for (const { file, language, body } of blocks) {
    if (file !== undefined) await writeFile(join(folder, file), body);
    else if (body.includes("curl")) call = body;
    else if (language === "sh")
      // The first command of the schema exits with 1, since it finds what the second repairs.
      valid += execFileSync("sh", ["-c", body.replaceAll(SERVES, "")], {
        cwd: folder,
        env,
        encoding: "utf8",
      });
  }
  expect(valid).toContain("2 errors; 2 fixable");
  expect(valid).toContain("valid for coffee-orders v1");
  expect(valid).toContain("coffee-order v1 is released");

  const list = `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })}\n`;
  const [, args = ""] = /^assay (mcp [^#]+)/m.exec(section) ?? [];
  const served = await assay(args.trim().split(" "), { cwd: folder, input: list });
  expect(served.stdout).toContain("coffee-orders (v1): {");

  const service = await startService({
    RULES_DIR: join(folder, "rules"),
    TARGETS_FILE: join(folder, "config/targets.json"),
  });
  const [, path = "", body = ""] = /localhost:8080(\S+).* -d '(.+)'/s.exec(call) ?? [];
  const answer = JSON.parse((await send(service, { path, body })).body);
  expect(answer).toMatchObject({
    valid: false,
    summary: { errors: 1 },
    specPackage: { version: "v1" },
  });
  expect(answer.repair).toMatchObject({ remaining: 0 });

  const { body: domains } = await send(service, { path: "/api/domains" });
  expect(JSON.parse(domains)).toMatchObject({
    domains: [{ domainId: "coffee-order", targetProduct: "cafe" }],
  });
  const { body: home } = await send(service, { path: "/", headers: { Accept: "text/html" } });
  for (const words of ["Coffee orders", "Valid after one repair."]) expect(home).toContain(words);
});

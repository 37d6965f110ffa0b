import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { WriteStream } from "node:tty";
import { run } from "../../../src/cli/run.js";
import { mendableEnvelope } from "../envelope.js";
import { assay } from "../run-assay.js";

const ESCAPE = "\u001b";

/** What the report looks like on a terminal, or on a pipe, with these variables. */
async function report(env: Record<string, string>, isTTY: boolean): Promise<string> {
  const { hasColors, getColorDepth } = WriteStream.prototype;
  const stdout = Object.assign(new PassThrough(), { isTTY, hasColors, getColorDepth });
  const stdin = Readable.from([JSON.stringify(mendableEnvelope())]);
  await run(["validate", "-"], { stdin, stdout, stderr: stdout, env, cwd: process.cwd() });
  stdout.end();
  return text(stdout);
}

describe("colours", () => {
  test("are for terminals", async () => {
    expect(await report({ TERM: "xterm-256color" }, true)).toContain(`${ESCAPE}[31merror[`);
    expect(await report({ TERM: "xterm-256color" }, false)).not.toContain(ESCAPE);
  });

  test("are not for terminals whose user wants none, or that have none", async () => {
    expect(await report({ TERM: "xterm-256color", NO_COLOR: "1" }, true)).not.toContain(ESCAPE);
    expect(await report({ TERM: "dumb" }, true)).not.toContain(ESCAPE);
  });

  test("change nothing but the colour", async () => {
    const coloured = await report({ TERM: "xterm-256color" }, true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes are what is removed.
    expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(await report({}, false));
  });

  test("do not reach a pipe", async () => {
    const { stdout } = await assay(["validate", "-"], {
      input: JSON.stringify(mendableEnvelope()),
      env: { TERM: "xterm-256color", COLORTERM: "truecolor" },
    });
    expect(stdout).toContain("error[");
    expect(stdout).not.toContain(ESCAPE);
  });

  test("from the source are shown, not obeyed", async () => {
    const { stderr } = await assay(["validate", "-"], { input: `{"a": ${ESCAPE}[31mred}` });
    expect(stderr).toContain('{"a": ␛[31mred}');
    expect(stderr).not.toContain(ESCAPE);
  });
});

import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { WriteStream } from "node:tty";
import { run } from "../../../src/cli/run.js";
import { fixableEnvelope } from "../envelope.js";
import { assay, assayHere } from "../run-assay.js";

const ESCAPE = "\u001b";

/** The report as printed to a terminal, or to a pipe, with these variables. */
async function report(env: Record<string, string>, isTTY: boolean): Promise<string> {
  const { hasColors, getColorDepth } = WriteStream.prototype;
  const stdout = Object.assign(new PassThrough(), { isTTY, hasColors, getColorDepth });
  const stdin = Readable.from([JSON.stringify(fixableEnvelope())]);
  await run(["validate", "-"], { stdin, stdout, stderr: stdout, env, cwd: process.cwd() });
  stdout.end();
  return text(stdout);
}

describe("colors", () => {
  test("are used for terminals only", async () => {
    expect(await report({ TERM: "xterm-256color" }, true)).toContain(`${ESCAPE}[31merror[`);
    expect(await report({ TERM: "xterm-256color" }, false)).not.toContain(ESCAPE);
  });

  test("are not used if the user wants none or the terminal has none", async () => {
    expect(await report({ TERM: "xterm-256color", NO_COLOR: "1" }, true)).not.toContain(ESCAPE);
    expect(await report({ TERM: "dumb" }, true)).not.toContain(ESCAPE);
  });

  test("change nothing else", async () => {
    const colored = await report({ TERM: "xterm-256color" }, true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes the escapes.
    expect(colored.replace(/\u001b\[\d+m/g, "")).toBe(await report({}, false));
  });

  test("do not reach a pipe", async () => {
    const { stdout } = await assay(["validate", "-"], {
      input: JSON.stringify(fixableEnvelope()),
      env: { TERM: "xterm-256color", COLORTERM: "truecolor" },
    });
    expect(stdout).toContain("error[");
    expect(stdout).not.toContain(ESCAPE);
  });

  test("in the input are made visible, not applied", async () => {
    const { stderr } = await assayHere(["validate", "-"], { input: `{"a": ${ESCAPE}[31mred}` });
    expect(stderr).toContain('{"a": ␛[31mred}');
    expect(stderr).not.toContain(ESCAPE);
  });
});

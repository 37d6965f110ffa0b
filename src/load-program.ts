import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

/**
 * The program.cjs beside the module at `url`, with what V8 compiled of it when it was built: compiling it again takes
 * half of the startup time. V8 compiles it if its version, the flags or the length of the source are others.
 */
export function loadProgram(url: string): () => void {
  // `npm start` and the image set this flag, which has had its effect. V8 would not use code made without it.
  setFlagsFromString("--max-semi-space-size=0");
  const filename = fileURLToPath(new URL("./program.cjs", url));
  const cachedData = readCode(`${filename}.code`);
  const script = new Script(readFileSync(filename, "latin1"), { filename, ...(cachedData && { cachedData }) });
  return () => script.runInThisContext()(createRequire(filename), url);
}

function readCode(file: string): Buffer | undefined {
  // Compiled code does not count which of its blocks run.
  if (process.env.NODE_V8_COVERAGE !== undefined) return undefined;
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

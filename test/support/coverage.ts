/** Where the processes that tests start say what they ran, while `npm run test:all` counts it. */
const folder = process.env.COVERAGE_FOLDER;

export const coverageEnv: Record<string, string> = folder ? { NODE_V8_COVERAGE: folder } : {};

/** A process that is killed says nothing, so that it is told to end instead. */
export const coverageArgs = folder
  ? ["--import", "data:text/javascript,process.on('SIGHUP', () => process.exit())"]
  : [];
export const KILL: NodeJS.Signals = folder ? "SIGHUP" : "SIGKILL";

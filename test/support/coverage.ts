/** Where the processes that tests start say what they ran, while `npm run test:all` counts it. */
const folder = process.env.COVERAGE_FOLDER;

export const coverageEnv: Record<string, string> = folder ? { NODE_V8_COVERAGE: folder } : {};

/** A process that is killed says nothing. So it is told to end, by a signal that the service does not use itself. */
export const coverageArgs = folder
  ? ["--import", "data:text/javascript,process.on('SIGQUIT', () => process.exit())"]
  : [];
export const KILL: NodeJS.Signals = folder ? "SIGQUIT" : "SIGKILL";

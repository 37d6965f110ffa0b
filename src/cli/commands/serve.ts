import type { RunCommand } from "../command.js";
import { hasOwnPath, locate } from "../locate.js";

const STOPPING = ["SIGTERM", "SIGINT"] as const;

/** Never resolves: the service ends its process itself. */
export const run: RunCommand = async (_, options, io) => {
  const pathOf = (variable: "RULES_DIR" | "TARGETS_FILE", given: string | undefined) =>
    hasOwnPath(variable, given, io) ? (given ?? io.env[variable]) : locate(variable, given, io);
  const env = {
    ...io.env,
    RULES_DIR: pathOf("RULES_DIR", options.rules),
    TARGETS_FILE: pathOf("TARGETS_FILE", options.targets),
  };
  // Loading the service takes up to a second. Where it is process 1, the kernel ignores a signal
  // without a handler.
  const end = () => process.exit(0);
  for (const signal of STOPPING) process.on(signal, end);
  const { serve } = await import("../../service/serve.js");
  const started = serve(env, { onlyChecks: options.check === true });
  for (const signal of STOPPING) process.off(signal, end);
  await started;
  return new Promise(() => {});
};

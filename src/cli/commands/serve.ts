import type { RunCommand } from "../command.js";
import { hasUserPath, resolvePathOrShipped } from "../locate.js";

const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;

/** Never resolves: the service ends its process itself. */
export const run: RunCommand = async (_, options, io) => {
  // The service resolves the user's own paths, of which there may be several.
  const locate = (variable: "RULES_DIR" | "TARGETS_FILE", option: string | undefined) =>
    hasUserPath(variable, option, io)
      ? (option ?? io.env[variable])
      : resolvePathOrShipped(variable, option, io);
  const env = {
    ...io.env,
    RULES_DIR: locate("RULES_DIR", options.rules),
    TARGETS_FILE: locate("TARGETS_FILE", options.targets),
  };
  // Loading the service takes up to a second. The kernel ignores signals to process 1 that have no
  // handler, so a container could not be stopped meanwhile.
  const exit = () => process.exit(0);
  for (const signal of STOP_SIGNALS) process.on(signal, exit);
  const { serve } = await import("../../service/serve.js");
  const started = serve(env, { onlyChecks: options.check === true });
  for (const signal of STOP_SIGNALS) process.off(signal, exit);
  await started;
  return new Promise(() => {});
};

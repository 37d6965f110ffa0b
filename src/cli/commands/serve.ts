import { serve } from "../../service/serve.js";
import type { RunCommand } from "../command.js";
import { hasOwnPath, locate } from "../locate.js";

/** Never resolves: the service ends its process itself. */
export const run: RunCommand = async (_, options, io) => {
  const pathOf = (variable: "RULES_DIR" | "TARGETS_FILE", given: string | undefined) =>
    hasOwnPath(variable, given, io) ? (given ?? io.env[variable]) : locate(variable, given, io);
  const env = {
    ...io.env,
    RULES_DIR: pathOf("RULES_DIR", options.rules),
    TARGETS_FILE: pathOf("TARGETS_FILE", options.targets),
  };
  await serve(env, { onlyChecks: options.check === true });
  return new Promise(() => {});
};

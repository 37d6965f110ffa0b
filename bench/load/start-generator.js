import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Starts the load generator. A failed call fails the benchmark, because refusals are cheap. */
export function startGenerator() {
  const child = fork(fileURLToPath(new URL("generator.js", import.meta.url)), { execArgv: [] });
  return {
    async load(order) {
      const answer = once(child, "message");
      child.send(order);
      const [result] = await answer;
      if (result.failures > 0)
        throw new Error(
          `${result.failures} calls (${order.kind}) failed, such as: ${result.example}`,
        );
      return result;
    },
    stop: () => child.kill(),
  };
}

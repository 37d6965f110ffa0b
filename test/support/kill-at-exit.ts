import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** A killed jest must leave no process behind. One listener for all: Node takes more than ten for a leak. */
export function killAtExit(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

const children = new Set();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** No server outlives the benchmark. One listener for all of them: Node takes more than ten for a leak, and warns. */
export function killAtExit(child) {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

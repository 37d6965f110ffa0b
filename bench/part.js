/** Runs one part of the benchmark, in a process started by `run.js`. */
const [name, mode] = process.argv.slice(2);
const log = (line) =>
  process.stderr.write(`${Math.round(performance.now() / 1000)} s ${name}: ${line}\n`);
const { [name]: measure } = await import(`./parts/${name}.js`);
process.send(await measure({ quick: mode === "quick", log }), () => process.disconnect());

// What `npm start` runs. npm passes a signal on to its shell alone, and a shell that does not replace itself by its
// command keeps the signal to itself: we stop when our parent is gone, as if we had been told.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM");
}, 200).unref();

await import("./dist/main.js");

import { AsyncLocalStorage } from "node:async_hooks";

type Storage = AsyncLocalStorage<unknown>;
/** Stays while the worker runs other test files. */
const shared = AsyncLocalStorage as typeof AsyncLocalStorage & { used?: Set<Storage> };

// jest makes a storage for each test file, and never disables it: in Node 20, every promise then gets the stores of
// all files that the worker has run before. After 40 files, tests with many promises take a third more CPU time.
for (const storage of shared.used ?? remember()) storage.disable();
shared.used?.clear();

function remember(): Set<Storage> {
  const used = new Set<Storage>();
  shared.used = used;
  const { run } = AsyncLocalStorage.prototype;
  AsyncLocalStorage.prototype.run = function (this: Storage, ...args: Parameters<typeof run>) {
    used.add(this);
    return run.apply(this, args);
  } as typeof run;
  return used;
}

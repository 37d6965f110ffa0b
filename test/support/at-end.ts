const endings = new Set<() => unknown>();

// The torture programme and the benchmark use helpers of the tests too, and end what they start
// themselves.
globalThis.afterAll?.(() => Promise.all([...endings].map((end) => end())));

/**
 * Calls this once all tests of the file have run, so that no test file has to end what it starts.
 */
export function atEnd(end: () => unknown): void {
  endings.add(end);
}

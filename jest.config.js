export default {
  roots: ["<rootDir>/test"],
  testEnvironment: "node",
  globalSetup: "<rootDir>/test/support/make-world.ts",
  setupFiles: ["<rootDir>/test/support/enter-world.ts", "<rootDir>/test/support/fixed-seed.ts"],
  // Tests wait for conditions, so this only ends a hang: even on a busy machine nothing else takes so long.
  testTimeout: 600_000,
  // Two files at a time even on two cores: most of them wait for processes and sockets. ESM modules are never freed.
  maxWorkers: 2,
  workerIdleMemoryLimit: "1GB",
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: {
    "\\.ts$": ["@swc/jest", { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "es6" } }],
  },
};

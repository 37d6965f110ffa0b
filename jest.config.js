export default {
  roots: ["<rootDir>/test"],
  testEnvironment: "node",
  globalSetup: "<rootDir>/test/support/make-world.ts",
  setupFiles: ["<rootDir>/test/support/enter-world.ts", "<rootDir>/test/support/forget-stores.ts"],
  // Tests wait for conditions, so this only ends a hang: even on a busy machine nothing else takes so long.
  testTimeout: 600_000,
  // Three files at a time even on two cores: half of them wait for processes, sockets and time limits. ESM modules are
  // never freed, and a large worker takes too long to exit for jest.
  maxWorkers: 3,
  workerIdleMemoryLimit: "450MB",
  testSequencer: "<rootDir>/test/support/longest-first.js",
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  modulePathIgnorePatterns: ["<rootDir>/test/generated-clients/(node_modules|\\.generated)"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      {
        jsc: {
          target: "es2023",
          parser: { syntax: "typescript" },
          // package.json is imported with its type, as Node demands.
          experimental: { keepImportAttributes: true },
        },
        module: { type: "es6" },
      },
    ],
  },
};

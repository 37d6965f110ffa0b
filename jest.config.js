// Attacks, floods, browsers, packages, containers and much-started programs: pull requests and `npm run test:all` run them.
const isFullRun = Number(process.env.RUN_FACTOR ?? 1) > 1;

export default {
  roots: ["<rootDir>/test"],
  testEnvironment: "node",
  globalSetup: "<rootDir>/test/support/make-test-project.ts",
  setupFiles: ["<rootDir>/test/support/enter-test-project.ts"],
  // Tests wait for conditions, so this only ends a hang: even on a busy machine nothing else takes so long.
  testTimeout: 600_000,
  // Three files at a time even on two cores: half of them wait for processes, sockets and time limits.
  maxWorkers: 3,
  // ESM modules are never freed, and a large worker takes longer to exit than the half second that jest allows.
  workerIdleMemoryLimit: "450MB",
  workerGracefulExitTimeout: 10_000,
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  modulePathIgnorePatterns: ["<rootDir>/test/generated-clients/(node_modules|\\.generated)"],
  testPathIgnorePatterns: isFullRun ? [] : ["\\.slow\\.test\\.ts$"],
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

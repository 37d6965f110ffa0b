export default {
  roots: ["<rootDir>/test"],
  testEnvironment: "node",
  // Only a hang takes this long; starting a process takes seconds where many tests share two cores.
  testTimeout: 60_000,
  extensionsToTreatAsEsm: [".ts"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: {
    "\\.ts$": ["@swc/jest", { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "es6" } }],
  },
};

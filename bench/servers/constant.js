/** The key that every server with keys knows. */
export const KEY = "ai_bench_0123456789abcdefghijklmnop";

/** The response of a server that checks nothing. It looks like that of assay for a valid candidate. */
export const ANSWER = {
  valid: true,
  targetProduct: "sample-studio",
  domainId: "generator-option",
  specPackage: {
    version: "v1",
    digest: `sha256:${"0".repeat(64)}`,
    url: "http://localhost:8080/spec-packages/generator-option/v1",
  },
  summary: { errors: 0, warnings: 0, fixable: 0, truncated: false },
  diagnostics: [],
};

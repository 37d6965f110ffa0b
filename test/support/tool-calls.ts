const FITTING = { city: "Bern", days: 3, units: "metric" };

/**
 * What `examples/tool-calls/try.js` prints: for each hook, a call that can be repaired and one that
 * cannot.
 */
export const EXPECTED_OF_HOOKS = {
  aiSdk: [FITTING, { invalid: true }],
  langChain: [FITTING, { error: "ToolInputParsingException" }],
  openAi: [
    { args: FITTING },
    { error: expect.stringMatching(/^\/days "a few" is of type string; expected integer/) },
  ],
  mcp: [
    [
      JSON.stringify(FITTING),
      expect.stringMatching(/^Repaired before the call: .*\/days: Replace with 3/),
    ],
    [JSON.stringify({ city: "Bern", days: "a few" })],
  ],
};

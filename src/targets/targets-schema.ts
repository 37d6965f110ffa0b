/** What a targets file looks like. `base-url` and `http-url` are formats of ours, see `loadTargets`. */
export const targetsSchema = {
  type: "object",
  required: ["targets"],
  additionalProperties: false,
  properties: {
    targets: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["id", "url", "domains", "registry"],
        additionalProperties: false,
        properties: {
          id: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 64 },
          url: { type: "string", format: "base-url" },
          domains: { type: "array", minItems: 1, uniqueItems: true, items: { type: "string", minLength: 1 } },
          registry: {
            type: "object",
            // Not `oneOf`: that reports the faults of both forms.
            if: { required: ["file"] },
            // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
            then: {
              additionalProperties: false,
              properties: { file: { type: "string", minLength: 1 } },
            },
            else: {
              required: ["url"],
              additionalProperties: false,
              properties: {
                url: { type: "string", format: "http-url" },
                refreshSeconds: { type: "integer", minimum: 1, maximum: 86_400, default: 60 },
                maxStaleSeconds: { type: "integer", minimum: 1, maximum: 2_592_000, default: 3600 },
              },
            },
          },
        },
      },
    },
  },
};

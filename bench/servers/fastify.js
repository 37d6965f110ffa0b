import fastify from "fastify";
import { obeysRules } from "../engines/ajv.js";
import { CANDIDATE_SCHEMA, REGISTRY_IDS } from "../engines/v1.js";
import { ANSWER } from "./constant.js";

/** Fastify's own AJV for the shape, and hand-written rules; no authentication and no rate limit. */
const registry = new Set(REGISTRY_IDS);
const text = { type: "string" };
const body = {
  type: "object",
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
  properties: { targetProduct: text, domainId: text, candidate: CANDIDATE_SCHEMA },
};
const app = fastify({
  bodyLimit: 65_536,
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, strict: false } },
});
app.get("/", async () => ANSWER);
app.post("/api/validate", { schema: { body } }, async (request) => ({
  ...ANSWER,
  valid: obeysRules(request.body.candidate, registry),
}));
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

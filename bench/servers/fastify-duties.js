import bearerAuth from "@fastify/bearer-auth";
import rateLimit from "@fastify/rate-limit";
import fastify from "fastify";
import { obeysRules } from "../engines/ajv.js";
import { CANDIDATE_SCHEMA, REGISTRY_IDS } from "../engines/v1.js";
import { ANSWER, KEY } from "./constant.js";
import { seconds } from "./metrics.js";

/**
 * fastify with assay's duties, by its own plugins: a key, a rate limit per address, metrics, a log
 * line, its AJV and hand-written rules. It only answers whether a candidate is valid.
 */
const registry = new Set(REGISTRY_IDS);
const text = { type: "string" };
const body = {
  type: "object",
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
  properties: { targetProduct: text, domainId: text, candidate: CANDIDATE_SCHEMA },
};
const app = fastify({
  logger: true,
  trustProxy: true,
  bodyLimit: 65_536,
  ajv: { customOptions: { coerceTypes: false, removeAdditional: false, strict: false } },
});
app.addHook("onResponse", async (request, reply) => {
  const labels = {
    route: request.routeOptions.url,
    method: request.method,
    status: reply.statusCode,
  };
  seconds.observe(labels, reply.elapsedTime / 1000);
});
await app.register(rateLimit, { max: 100_000, timeWindow: 60_000 });
app.get("/", async () => ANSWER);
await app.register(async (calls) => {
  await calls.register(bearerAuth, { keys: new Set([KEY]) });
  calls.post("/api/validate", { schema: { body } }, async (request) => ({
    ...ANSWER,
    valid: obeysRules(request.body.candidate, registry),
  }));
});
await app.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });

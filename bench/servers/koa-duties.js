import { createHash, timingSafeEqual } from "node:crypto";
import Router from "@koa/router";
import Koa from "koa";
import { koaBody } from "koa-body";
import logger from "koa-pino-logger";
import ratelimit from "koa-ratelimit";
import { create } from "../engines/json-rules-engine.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { ANSWER, KEY } from "./constant.js";
import { seconds } from "./metrics.js";

/**
 * The same parts as assay, put together as their documentation suggests: a key, a rate limit per
 * address, metrics, a log line, AJV and one json-rules-engine that is built once. It only answers
 * whether a candidate is valid.
 */
const check = create(new Set(REGISTRY_IDS));
const sha256 = (key) => createHash("sha256").update(key).digest();
const expected = sha256(KEY);
const router = new Router()
  .get("/", (ctx) => {
    ctx.body = ANSWER;
  })
  .post("/api/validate", async (ctx) => {
    const key = ctx.get("Authorization").replace("Bearer ", "");
    ctx.assert(timingSafeEqual(sha256(key), expected), 401);
    ctx.body = { ...ANSWER, valid: await check(ctx.request.body.candidate) };
  });

const app = new Koa({ proxy: true });
app
  .use(logger())
  .use(async (ctx, next) => {
    const end = seconds.startTimer();
    await next();
    end({ route: ctx._matchedRoute, method: ctx.method, status: ctx.status });
  })
  .use(ratelimit({ driver: "memory", db: new Map(), duration: 60_000, max: 100_000 }))
  .use(koaBody({ jsonLimit: 65_536 }))
  .use(router.routes())
  .listen(process.env.PORT, "127.0.0.1");

import express from "express";
import { create } from "../engines/json-rules-engine.js";
import { REGISTRY_IDS } from "../engines/v1.js";
import { ANSWER } from "./constant.js";

/**
 * The tutorial approach: express, and json-rules-engine as in its documentation; no authentication, no rate limit.
 */
const check = create(new Set(REGISTRY_IDS));
express()
  .use(express.json({ limit: 65_536 }))
  .get("/", (_, response) => response.json(ANSWER))
  .post("/api/validate", async (request, response) => {
    response.json({ ...ANSWER, valid: await check(request.body.candidate) });
  })
  .listen(Number(process.env.PORT), "127.0.0.1");

import Koa from "koa";
import { koaBody } from "koa-body";
import { ANSWER } from "./constant.js";

/** The framework alone: the body is parsed, the response is constant. */
new Koa()
  .use(koaBody())
  .use((ctx) => {
    ctx.body = ANSWER;
  })
  .listen(process.env.PORT, "127.0.0.1");

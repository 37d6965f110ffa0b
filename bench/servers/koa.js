import Koa from "koa";
import { koaBody } from "koa-body";
import { ANSWER } from "./constant.js";

/** The same framework without a service: the body is parsed, the answer is constant. */
new Koa()
  .use(koaBody())
  .use((ctx) => {
    ctx.body = ANSWER;
  })
  .listen(process.env.PORT, "127.0.0.1");

import Koa from "koa";
import { koaBody } from "koa-body";
import { ANSWER } from "./constant.js";

/** A page of about the size of assay's page of rules. */
const PAGE = `<!doctype html><html>${"<p>A rule with its reason.</p>".repeat(4_140)}</html>`;
const sendsPage = process.argv.includes("--page");
const body = sendsPage ? Buffer.from(PAGE) : ANSWER;

/** Koa alone. It sends the same page for every request, or parses the body and answers a constant. */
const app = new Koa();
if (!sendsPage) app.use(koaBody());
app
  .use((ctx) => {
    ctx.body = body;
    if (sendsPage) ctx.type = "html";
  })
  .listen(process.env.PORT, "127.0.0.1");

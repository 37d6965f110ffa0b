import Koa from "koa";

/** A page of about the size of assay's page of rules. */
const PAGE = Buffer.from(`<!doctype html><html>${"<p>A rule with its reason.</p>".repeat(4_140)}</html>`);

/** The framework alone: the same page for every request. */
new Koa()
  .use((ctx) => {
    ctx.type = "html";
    ctx.body = PAGE;
  })
  .listen(process.env.PORT, "127.0.0.1");

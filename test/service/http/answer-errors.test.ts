import Koa from "koa";
import { pino } from "pino";
import { answerErrors } from "../../../src/service/http/problem.js";
import { serve } from "../../support/serve.js";

test("an unexpected error is logged in full, and the response reveals nothing of it", async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const app = new Koa();
  app.use(
    answerErrors(log, (ctx, { code, detail }) => {
      ctx.body = { code, detail };
    }),
  );
  app.use(() => {
    throw new Error("/etc/secret is missing");
  });
  const { url } = await serve(app.callback());
  const answer = await fetch(url);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({
    code: "internal-error",
    detail: expect.stringMatching(/^unexpected error; /),
  });
  expect(lines).toEqual([expect.stringContaining("/etc/secret is missing")]);
});

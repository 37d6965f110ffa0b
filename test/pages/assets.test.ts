import { brotliCompressSync, gzipSync } from "node:zlib";
import Koa from "koa";
import { loadAssets } from "../../src/pages/assets.js";
import { html } from "../../src/pages/html.js";
import { jsonHtml } from "../../src/pages/parts.js";
import { serve } from "../support/serve.js";
import { temporaryFolder } from "../support/temporary-folder.js";

const STYLE = "p { margin: 0 }";
const WORKER = "postMessage(1)";
const MANIFEST = {
  "site.css": { file: "site-1.css", type: "text/css; charset=utf-8" },
  "worker.js": { file: "worker-2.js", type: "text/javascript; charset=utf-8" },
};

const compressed = (name: string, content: string) => ({
  [name]: content,
  [`${name}.br`]: brotliCompressSync(content),
  [`${name}.gz`]: gzipSync(content),
});
const folder = temporaryFolder({
  "manifest.json": MANIFEST,
  ...compressed("site-1.css", STYLE),
  ...compressed("worker-2.js", WORKER),
});
const assets = loadAssets(folder);
const app = new Koa().use((ctx) => {
  try {
    assets.serve(ctx);
  } catch (error) {
    ctx.status = 404;
    ctx.body = { code: (error as { code: string }).code };
  }
});
const { url } = await serve(app.callback());

function get(path: string, accepted: string): Promise<Response> {
  return fetch(url + path, { headers: { "Accept-Encoding": accepted } });
}

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, br;q=0", "gzip"],
  ["*", "br"],
  ["gzip;q=0.5, br;q=0.4", "br"],
  ["GZIP, identity;q=0.5", "gzip"],
  ["identity, br;q=0", null],
  ["identity", null],
  ["", null],
])("for Accept-Encoding %p, the encoding is %p", async (accepted, encoding) => {
  const response = await get(assets.href("site.css"), accepted);
  expect(response.headers.get("Content-Encoding")).toBe(encoding);
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
  expect(await response.text()).toBe(STYLE);
});

test("a file is cached forever, under its own type", async () => {
  const { headers } = await get(assets.href("site.css"), "br");
  expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("Content-Type")).toBe("text/css; charset=utf-8");
});

test("only the worker may evaluate code, and it may not connect to anything", async () => {
  const worker = await get(assets.href("worker.js"), "br");
  expect(worker.headers.get("Content-Security-Policy")).toBe(
    "default-src 'none'; script-src 'unsafe-eval'",
  );
  const style = await get(assets.href("site.css"), "br");
  expect(style.headers.get("Content-Security-Policy")).toBeNull();
});

test.each([
  "/assets/site-0.css",
  "/assets/manifest.json",
  "/assets/site-1.css.br",
  "/assets/../package.json",
])("%s is not found", async (path) => {
  const response = await get(path, "br");
  expect([response.status, await response.json()]).toEqual([404, { code: "not-found" }]);
});

test("a name that no asset has is an error of the page that uses it", () => {
  expect(() => assets.href("other.css")).toThrow("other.css is not an asset");
});

describe("a template", () => {
  test("escapes values, joins arrays, shows nothing for undefined, and keeps HTML", () => {
    const part = html`<b>${"<&\"'>"}</b>`;
    expect(html`<p title="${`"'`}">${[part, part]}${undefined}${0}</p>`.toString()).toBe(
      '<p title="&quot;&#39;"><b>&lt;&amp;&quot;&#39;&gt;</b><b>&lt;&amp;&quot;&#39;&gt;</b>0</p>',
    );
  });

  test("takes no object for HTML that only looks like it", () => {
    const fake = { toString: () => "<script>" } as unknown as string;
    expect(() => html`${fake}`).toThrow(TypeError);
  });
});

test("JSON is marked token by token, and its strings are escaped", () => {
  const marked = jsonHtml('{ "a<b": ["</pre>\\"", -1.5e3, true, null] }').toString();
  expect(marked).toBe(
    '{ <span class="k">&quot;a&lt;b&quot;</span>: [<span class="s">&quot;&lt;/pre&gt;\\&quot;&quot;</span>, ' +
      '<span class="n">-1.5e3</span>, <span class="n">true</span>, <span class="n">null</span>] }',
  );
});

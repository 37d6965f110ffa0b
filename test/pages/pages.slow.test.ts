import { readFileSync } from "node:fs";
import { schemaTable } from "../../src/pages/pages/schema-table.js";
import { ERROR_CODES } from "../../src/proposals/errors/error-codes.js";
import { addSecondVersion } from "../specs/second-version.js";
import { RulesFolder } from "../support/rules-folder.js";
import { send } from "../support/send.js";
import { startService } from "../support/service.js";

const HOSTILE = `</title></pre><script>alert("1")</script>'`;
const ESCAPED = "&lt;/title&gt;&lt;/pre&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;";
const BASE_URL = "https://assay.example/check";
const KEY_URL = "https://identity.example/keys?for=<assay>";
const RULES = "/rules/generator-option/v1";

const rules = new RulesFolder();
addSecondVersion(rules);
rules.edit("generator-option/domain.json", { "/title": HOSTILE, "/description": HOSTILE });
rules.edit("generator-option/v2/spec.json", { "/status": "draft", "/title": HOSTILE });
rules.edit("generator-option/v1/spec.json", { "/retiresOn": "2031-01-01" });
rules.edit("generator-option/v2/rules/owner-kind-is-allowed.json", {
  "/summary": HOSTILE,
  "/rationale": `Why: ${HOSTILE}`,
  "/examples/0/title": HOSTILE,
});
rules.edit("generator-option/v2/candidate.schema.json", {
  "/properties/owner/description": HOSTILE,
  "/properties/rationaleNotes/maxLength": 3000,
});
const service = await startService({ BASE_URL, KEY_URL, RULES_DIR: rules.dir });

const open = (path: string, headers: Record<string, string | undefined> = {}, method = "GET") =>
  send(service, {
    method,
    path,
    headers: { Authorization: undefined, Accept: "text/html", ...headers },
  });

/** Links to this service, as paths behind the proxy that serves it as a folder. */
function linksIn(body: string): { href: string; fragment: string }[] {
  return [...body.matchAll(/\b(?:href|src)="([^"]*)"/g)].flatMap(([, link = ""]) => {
    const { origin, pathname, hash } = new URL(link.replaceAll("&amp;", "&"), `${BASE_URL}/`);
    if (origin !== new URL(BASE_URL).origin) return [];
    if (link.startsWith("#")) return [];
    expect(pathname).toMatch(/^\/check\//);
    return [{ href: pathname.slice("/check".length), fragment: hash.slice(1) }];
  });
}

/** What scripts import, at once or later, as esbuild writes it. */
function importsIn(script: string): string[] {
  return [...script.matchAll(/"\.\/([\w-]+\.js)"/g)].map(([, file]) => `/assets/${file}`);
}

/** Every page and every script that can be reached from the start page, by its path. */
const pages = new Map<string, string>();
const scripts = new Map<string, string>();
const waiting = ["/"];
for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
  const { status, headers, body } = await open(path);
  expect([path, status]).toEqual([path, 200]);
  const type = headers.get("Content-Type")?.split(";")[0];
  if (type === "text/html") pages.set(path, body);
  if (type === "text/javascript") scripts.set(path, body);
  const next =
    type === "text/html"
      ? linksIn(body).map(({ href }) => href)
      : importsIn(scripts.get(path) ?? "");
  for (const href of next)
    if (![...pages.keys(), ...scripts.keys(), ...waiting].includes(href)) waiting.push(href);
}

test("every script that another one imports is served: the playground loads its search later", () => {
  const loadsSearch = [...scripts].filter(([, script]) =>
    importsIn(script).some((path) => scripts.get(path)?.includes("cm-search")),
  );
  expect(loadsSearch.length).toBeGreaterThan(0);
  for (const [path, script] of scripts) {
    const unserved = importsIn(script).filter((imported) => !scripts.has(imported));
    expect([path, unserved]).toEqual([path, []]);
  }
});

test("every link of every page leads somewhere, and to a place that is there", () => {
  const known = ["/", "/playground", "/reference", "/problems", RULES, "/rules/generator-option"];
  expect([...pages.keys()]).toEqual(expect.arrayContaining(known));
  for (const code of Object.keys(ERROR_CODES)) expect(pages.has(`/problems/${code}`)).toBe(true);
  for (const [path, body] of pages) {
    const local = [...body.matchAll(/\bhref="#([^"]*)"/g)].map(([, id]) => ({
      href: path,
      fragment: id ?? "",
    }));
    for (const { href, fragment } of [...linksIn(body), ...local]) {
      // The playground reads its fragment by itself.
      if (fragment === "" || href === "/playground") continue;
      expect([path, href, pages.get(href)?.includes(`id="${fragment}"`)]).toEqual([
        path,
        href,
        true,
      ]);
    }
  }
});

test("the table of a shape says whether a limit is allowed itself", () => {
  const number = { type: "number", minimum: 1, exclusiveMaximum: 5 };
  const table = String(schemaTable({ properties: { a: number, b: { exclusiveMinimum: 0 } } }));
  for (const words of ["at least 1", "less than 5", "more than 0"]) expect(table).toContain(words);
});

test("no page has an inline script or style, or loads anything from elsewhere", () => {
  for (const [path, body] of pages) {
    expect([
      path,
      body.match(
        /<script(?![^>]*(?:\bsrc=|type="application\/json"))|<style|\bstyle="|\bon\w+="|javascript:/,
      ),
    ]).toEqual([path, null]);
    const loaded = [...body.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)].map(
      ([, url]) => url,
    );
    expect(loaded.filter((url) => !url?.startsWith("/check/assets/"))).toEqual([]);
  }
});

test("the policy of pages allows nothing else", async () => {
  for (const path of ["/", RULES, "/problems/not-found", "/playground", "/reference", "/nowhere"]) {
    const policy = (await open(path)).headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain("unsafe");
  }
});

test("what rules say is shown as it is, never as HTML", async () => {
  for (const path of ["/", "/rules/generator-option/v2"]) {
    const { body } = await open(path);
    expect([path, body.includes(ESCAPED), body.includes("<script>alert")]).toEqual([
      path,
      true,
      false,
    ]);
    expect(body.match(/<title>/g)).toHaveLength(1);
  }
});

test("each code has an address, what must hold, its examples, and a way into the playground", async () => {
  const { body } = await open(RULES);
  const document = JSON.parse(
    (await open("/spec-packages/generator-option/v1", { Accept: "*/*" })).body,
  );
  for (const code of Object.keys(document.diagnostics)) expect(body).toContain(`id="${code}"`);
  const onlyByService: string[] = [];
  for (const { name, examples } of document.rules) {
    for (const at of examples.keys())
      if (
        !body.includes(
          `#domain=generator-option&amp;version=v1&amp;rule=${name}&amp;example=${at}"`,
        )
      )
        onlyByService.push(`${name} ${at}`);
  }
  // The playground has no registry, and would call these valid.
  expect(onlyByService).toEqual([
    "generator-id-is-distinct 1",
    "generator-id-is-distinct 2",
    "generator-id-is-free 1",
  ]);
  expect(body.match(/only the service finds it/g)).toHaveLength(onlyByService.length);
  expect(body).toContain(
    "&quot;realstic&quot; is not a strategy of spec package v1; allowed: fast, realistic",
  );
  expect(body).toContain("<del>&quot;realstic&quot;</del> &rarr; <ins>&quot;realistic&quot;</ins>");
});

test("a version says what changed since the one before", async () => {
  expect((await open(RULES)).body).not.toContain("Changes since");
  const { body } = await open("/rules/generator-option/v2");
  expect(body).toContain("Changes since v1");
  expect(body.indexOf('id="_changes"')).toBeLessThan(body.indexOf('id="_data"'));
  expect(body).toContain("/shape/properties/rationaleNotes/maxLength is 3000, was 4000");
});

test("the page of a domain has its versions, the newest first, and what each changed", async () => {
  for (const path of ["/rules/generator-option", "/spec-packages/generator-option"]) {
    const { body } = await open(path);
    expect(body.indexOf('id="v2"')).toBeLessThan(body.indexOf('id="v1"'));
    expect(body).toContain("/shape/properties/rationaleNotes/maxLength is 3000, was 4000");
    expect(body).toContain("Retires on 2031-01-01.");
  }
});

test("the reference has every operation and schema of the OpenAPI document, and says truly which need a key", async () => {
  const { body } = await open("/reference");
  const { paths, components } = JSON.parse((await open("/openapi.json", { Accept: "*/*" })).body);
  for (const name of Object.keys(components.schemas))
    expect(body).toContain(`<article class="rule" id="${name}"`);
  const needsKey: string[] = [];
  for (const methods of Object.values(paths)) {
    for (const { operationId } of Object.values(methods as object)) {
      const section = body.slice(
        body.indexOf(`<article class="rule operation" id="${operationId}"`),
      );
      expect(section.slice(0, section.indexOf("</article>"))).toContain("Examples</h4>");
      if (/>needs a key<|>no key needed</.exec(section)?.[0] === ">needs a key<")
        needsKey.push(operationId);
    }
  }
  expect(needsKey).toEqual(["validateProposal", "buildProposal"]);
});

test("the status is JSON for everybody", async () => {
  const { status, headers } = await open("/readyz");
  expect([status, headers.get("Content-Type")]).toEqual([200, "application/json; charset=utf-8"]);
});

test.each([
  ["/Playground", "/playground"],
  ["/playgroud", "/playground"],
  ["/rules/generator-options", "/rules/generator-option"],
  [`${RULES}/owner-knd`, RULES],
  ["/problems/rate-limted", "/problems/rate-limited"],
  ["/rules/generator-option/v9", "/rules/generator-option"],
  ["/nowhere/at/all", undefined],
])("a path that nothing has suggests the nearest page: %s", async (path, nearest) => {
  const { status, body } = await open(path);
  expect(status).toBe(404);
  expect(/Did you mean <a href="\/check([^"]+)">/.exec(body)?.[1]).toBe(nearest);
});

test("the footer has the version and a way to the documentation", async () => {
  const footer = pages.get("/problems")?.split("<footer")[1] ?? "";
  expect(footer).toContain(`assay ${JSON.parse(readFileSync("package.json", "utf8")).version}`);
  expect(footer).toContain('<a href="/check/reference">Docs</a>');
});

test("a page of rules starts with errors, and its examples are folded", async () => {
  const body = pages.get(RULES) ?? "";
  const [, rules = ""] = body.split('id="_rules"');
  const severities = [
    ...rules.matchAll(/<h3 id="_[^"]+">.*?<span class="pill (error|warning|info)">/g),
  ].map(([, one]) => one);
  expect(severities).toEqual(severities.toSorted());
  expect(new Set(severities)).toEqual(new Set(["error", "warning"]));
  expect(body).not.toContain('<details class="examples" open');
});

test("the reference offers to try an operation before it lists the responses", async () => {
  const section = (pages.get("/reference") ?? "").split('id="validateProposal"')[1] ?? "";
  expect(section.indexOf("Try it</h4>")).toBeLessThan(section.indexOf("<summary>Responses: "));
});

test("the tables of the reference are folded", () => {
  const schemas = (pages.get("/reference") ?? "").split('id="_schemas"')[1] ?? "";
  const [folded, tables] = [/<details class="examples"><summary>/g, /<table/g].map(
    (part) => schemas.match(part)?.length,
  );
  expect(tables).toBeGreaterThan(10);
  expect(folded).toBe(tables);
});

test("the page of a version says in what order normalization runs, whatever the order in spec.json", () => {
  expect(pages.get(RULES)).toMatch(
    /adds defaults, normalizes strings, then orders arrays and keys/,
  );
});

test("a page is not sent again to a client that has it, and HEAD has its headers", async () => {
  for (const path of ["/", RULES, "/reference", "/llms.txt"]) {
    const get = await open(path);
    const etag = get.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(get.headers.get("Cache-Control")).toBe("no-cache");
    const again = await open(path, { "If-None-Match": etag });
    expect([again.status, again.body, again.headers.get("ETag")]).toEqual([304, "", etag]);
    expect(again.headers.get("Content-Security-Policy")).toBe(
      get.headers.get("Content-Security-Policy"),
    );
    const head = await open(path, {}, "HEAD");
    expect([head.status, head.body, head.headers.get("ETag")]).toEqual([200, "", etag]);
    expect(head.headers.get("Content-Length")).toBe(String(Buffer.byteLength(get.body)));
  }
});

test("the start page and llms.txt name the public address, the domains and where to get a key", async () => {
  for (const path of ["/", "/llms.txt"]) {
    const { body } = await open(path);
    for (const part of [
      "https://assay.example/check/api/validate",
      "https://assay.example/check/mcp",
    ])
      expect([path, part, body.includes(part)]).toEqual([path, part, true]);
    expect(body).toContain("generator-option");
    expect(body).toContain("https://identity.example/keys");
  }
  const links = JSON.parse((await open("/", { Accept: "*/*" })).body);
  expect(links).toMatchObject({
    service: "assay",
    validate: "https://assay.example/check/api/validate",
  });
});

test("icons and robots are there", async () => {
  const icon = await open("/favicon.ico");
  expect([icon.status, icon.headers.get("Location")]).toEqual([
    302,
    expect.stringMatching(/^\/check\/assets\/favicon-\w+\.svg$/),
  ]);
  expect((await open("/robots.txt")).headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
});

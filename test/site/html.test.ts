import { html } from "../../src/site/html.js";
import { jsonHtml } from "../../src/site/parts.js";

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

import type { Page } from "playwright-core";
import { proposalIn } from "../../src/proposals/proposal-in.js";
import { CORPORA } from "../slips/corpora.js";
import { readCorpus } from "../slips/slip.js";
import { testOfAll } from "../support/runs.js";
import { describeInBrowser } from "./browser.js";
import { SiteInBrowser } from "./site.js";

const TARGETS: Record<string, string> = { "generator-option": "sample-studio", "data-contract": "sample-warehouse" };

/** Slips of authors, with whatever comes of them. Of a whole request, the playground shows the candidate first. */
function requests() {
  const cases = CORPORA.flatMap(({ folder, domainId }) =>
    readCorpus(new URL(`../slips/${folder}/`, import.meta.url))
      .cases.filter(({ sent }) => proposalIn(sent).kind === "candidate")
      .map(({ sent }) => ({ domainId, candidate: sent })),
  );
  const every = Math.floor(cases.length / 300);
  return cases.filter((_, at) => at % every === 0).slice(0, 300);
}

const used = new SiteInBrowser({ RATE_LIMIT_CALLS: "100000" });

describeInBrowser("the browser and the service", () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await used.open());
    await page.goto(`${used.site.url}/playground`);
    await page.waitForSelector(".outcome:not(.busy)");
  });

  // test/doors.test.ts compares what the browser runs, without a browser.
  testOfAll("come to the same results, byte for byte", async () => {
    const all = requests();
    expect(all.length).toBeGreaterThanOrEqual(100);
    const checks = all.map(({ domainId, candidate }) => ({
      text: JSON.stringify(candidate),
      domainId,
      version: "v1",
      targetProduct: TARGETS[domainId] as string,
      targetUrl: domainId === "generator-option" ? "http://studio.test" : "http://store.test",
    }));
    const inBrowser = await checkInBrowser(page, checks);
    for (const [at, { domainId, candidate }] of all.entries()) {
      const response = await fetch(`${used.site.url}/api/build`, {
        method: "POST",
        headers: { Authorization: `Bearer ${used.site.key}`, "Content-Type": "application/json" },
        body: JSON.stringify({ targetProduct: TARGETS[domainId], domainId, specVersion: "v1", candidate }),
      });
      expect(inBrowser[at]).toBe(await response.text());
    }
  });
});

/** By the worker that the playground uses. */
function checkInBrowser(page: Page, checks: readonly object[]): Promise<string[]> {
  return page.evaluate(async (given) => {
    const { worker: script, baseUrl, bodyLimit } = JSON.parse(document.querySelector("#instance")?.textContent ?? "");
    const worker = new Worker(script);
    let calls = 0;
    const call = (name: string, argument: unknown) =>
      new Promise<{ verdict: { result: object } }>((resolve, reject) => {
        const id = calls++;
        worker.addEventListener("message", ({ data }) => {
          if (data.id !== id) return;
          if (data.error) reject(new Error(data.error));
          else resolve(data.value);
        });
        worker.postMessage({ id, name, given: argument });
      });
    for (const domain of ["generator-option", "data-contract"])
      await call("load", await (await fetch(`/spec-packages/${domain}/v1`)).json());
    const results: string[] = [];
    for (const check of given) {
      const { verdict } = await call("check", { ...check, baseUrl, bodyLimit });
      results.push(JSON.stringify(verdict.result));
    }
    worker.terminate();
    return results;
  }, checks);
}

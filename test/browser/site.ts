import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { addSecondVersion } from "../specs/second-version.js";
import { RulesFolder } from "../support/rules-folder.js";
import { type RunningService, startService } from "../support/service.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import { hasBrowser, launch, openPage, type WatchedPage } from "./browser.js";
import { PlaygroundPage } from "./playground-page.js";

type ColorScheme = "light" | "dark";
type OpenPage = WatchedPage & { readonly playground: PlaygroundPage };

/** So few that a test can use them up in a moment. */
export const CALLS = 40;

/** A browser and a service for all tests. */
class SiteInBrowser {
  browser!: Browser;
  site!: RunningService;
  readonly #playgrounds = new Map<ColorScheme, Promise<OpenPage>>();

  constructor() {
    if (!hasBrowser) return;
    beforeAll(async () => {
      [this.browser, this.site] = await Promise.all([launch(), startSite()]);
    });
    afterAll(() => this.browser.close());
  }

  /** A page in a context of its own. */
  async open(options: BrowserContextOptions = {}): Promise<OpenPage> {
    const watched = await openPage(this.browser, this.site.url, options);
    return { ...watched, playground: new PlaygroundPage(watched.page, this.site.url) };
  }

  /**
   * The page of the playground that tests of one theme share: to load it takes longer than most
   * tests.
   */
  playground(colorScheme: ColorScheme): Promise<OpenPage> {
    const shared =
      this.#playgrounds.get(colorScheme) ?? this.open({ colorScheme, acceptDownloads: true });
    this.#playgrounds.set(colorScheme, shared);
    return shared;
  }
}

export const used = new SiteInBrowser();

/** A service with two domains, a draft, and registries in which no id is taken but one. */
function startSite(): Promise<RunningService> {
  const rules = new RulesFolder();
  addSecondVersion(rules);
  rules.edit("generator-option/v2/spec.json", { "/status": "draft" });
  const folder = temporaryFolder();
  const targets = [
    {
      id: "sample-studio",
      url: "http://studio.test",
      domains: ["generator-option"],
      registry: { file: "taken.json" },
    },
    {
      id: "second-studio",
      url: "http://second.test",
      domains: ["generator-option"],
      registry: { file: "taken.json" },
    },
    {
      id: "sample-warehouse",
      url: "http://store.test",
      domains: ["data-contract"],
      registry: { file: "taken.json" },
    },
  ];
  writeFileSync(join(folder, "targets.json"), JSON.stringify({ targets }));
  writeFileSync(
    join(folder, "taken.json"),
    JSON.stringify({ generators: [{ id: "taken-already" }] }),
  );
  return startService({
    RULES_DIR: `${rules.dir}:${resolve("examples/rules")}`,
    TARGETS_FILE: join(folder, "targets.json"),
    RATE_LIMIT_CALLS: String(CALLS),
    RATE_LIMIT_WINDOW_SECONDS: "3",
  });
}

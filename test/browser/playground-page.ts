import type { Page } from "playwright-core";

/** The playground as a person uses it. */
export class PlaygroundPage {
  #followed = 0;

  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {}

  async open(fragment = ""): Promise<void> {
    // A fragment alone would not load the page again.
    await this.page.goto("about:blank");
    await this.page.goto(`${this.url}/playground${fragment}`);
    await this.page.waitForSelector(".cm-content");
    await this.settled();
  }

  /**
   * Goes on with the page of another test, if it is open: to load it takes longer than most tests.
   */
  async goOn(): Promise<void> {
    if (!this.page.url().startsWith(`${this.url}/playground`))
      return this.open("#domain=generator-option");
    // A page that is still opening its link would load it over what a test has cleared.
    await this.settled();
    // An open completion can be in the way of a click.
    await this.page.keyboard.press("Escape");
    await this.show("problems");
  }

  /** Follows a link in the page that is open, which is quicker than to load the page again. */
  async follow(fragment: string): Promise<void> {
    await this.goOn();
    // Otherwise the verdict could be that of before.
    await this.clear();
    // A link to where the page is already would do nothing.
    await this.page.evaluate(
      (link) => location.assign(link),
      `${fragment}&follow=${++this.#followed}`,
    );
    await this.page.waitForFunction(
      () =>
        document.querySelector(".outcome:not(.busy)") &&
        document.querySelector(".headline b")?.textContent !== "Nothing to check yet",
    );
  }

  /** Holds the requests for what matches, until the function that it gives is called. */
  async hold(url: string | ((url: URL) => boolean)): Promise<() => void> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.page.route(url, async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  /** Waits for the verdict on what is in the editor now. */
  async settled(): Promise<void> {
    await this.page.waitForSelector(".outcome:not(.busy)");
  }

  async type(text: string): Promise<void> {
    await this.clear();
    await this.page.keyboard.insertText(text);
    await this.page.waitForFunction(
      () => document.querySelector(".headline b")?.textContent !== "Nothing to check yet",
    );
  }

  /** Replaces everything by what is in the clipboard. */
  async paste(text: string): Promise<void> {
    await this.page.focus(".cm-content");
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      document
        .querySelector("#editor")
        ?.shadowRoot?.querySelector(".cm-content")
        ?.dispatchEvent(event);
    }, text);
  }

  async clearAll(): Promise<void> {
    // Not a click, which an open completion can be in the way of.
    await this.page.focus(".cm-content");
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.keyboard.press("Delete");
  }

  async clear(): Promise<void> {
    await this.clearAll();
    await this.page.waitForFunction(
      () => document.querySelector(".headline b")?.textContent === "Nothing to check yet",
    );
  }

  title(): Promise<string> {
    return this.page.innerText(".headline b");
  }

  async waitForTitle(title: string): Promise<void> {
    await this.page.waitForFunction(
      (expected) => document.querySelector(".headline b")?.textContent === expected,
      title,
    );
  }

  text(): Promise<string> {
    return this.page.evaluate(() => {
      const host = document.querySelector("#editor");
      // Until the editor is needed, the page shows what the server has drawn.
      if (!host?.shadowRoot) return host?.textContent ?? "";
      const lines = host.shadowRoot.querySelectorAll(".cm-line");
      return [...lines].map((line) => line.textContent).join("\n");
    });
  }

  /** The underlined texts, in the order of the document. */
  squiggles(): Promise<string[]> {
    return this.page.locator(".cm-lintRange").allInnerTexts();
  }

  codes(): Promise<string[]> {
    return this.page.locator(".problem header a").allInnerTexts();
  }

  /** Searches the editor with its own search, and returns the match that it goes to. */
  async find(text: string): Promise<string> {
    await this.page.focus(".cm-content");
    await this.page.keyboard.press("Control+Home");
    await this.page.keyboard.press("ControlOrMeta+F");
    // Typed, not filled in: the search follows the keys.
    await this.page.locator(".cm-search input[name=search]").pressSequentially(text);
    await this.page.keyboard.press("Enter");
    const match = await this.page.locator(".cm-searchMatch-selected").innerText();
    await this.page.keyboard.press("Escape");
    await this.page.locator(".cm-search").waitFor({ state: "detached" });
    return match;
  }

  /** The labels of the completions that are offered. */
  completions(): Promise<string[]> {
    return this.page.locator(".cm-completionLabel").allInnerTexts();
  }

  show(tab: "problems" | "package" | "send"): Promise<void> {
    return this.page.click(`#tab-${tab}`);
  }

  async ask(button: "Validate" | "Build", key: string): Promise<void> {
    await this.page.fill("input[name=key]", key);
    await this.page.getByRole("button", { name: button, exact: true }).click();
  }
}

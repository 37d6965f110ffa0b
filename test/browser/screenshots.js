import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";
import UPNG from "upng-js";
import { findChromium } from "./find-browser.js";

/** Writes the pictures of the playground and the pages in docs/: in light and dark, on a desktop and on a phone. */
const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
const COLORS = 256;
const TEXT = `{
  "owner": { "kind": "Human", "id": "user_4821" },
  "generator_id": "Tide Table",
  "generatorName": "Tide table",
  "description": "High and low water of harbours.",
  "outputFields": [
    { "name": "harbour", "type": "string", "description": "Its name." },
    { "name": "metres", "type": "number", "description": "Height." }
  ],
  "supportedStrategies": ["realstic"],
  "sampleRecords": [
    { "harbour": "Brest", "metres": "6.9" },
    { "harbour": "Hull", "metres": 5.1 }
  ]
}`;

const service = spawn(process.execPath, ["dist/cli/main.js", "serve"], {
  env: { PORT: "0" },
  stdio: ["ignore", "pipe", "inherit"],
});
const port = await new Promise((resolve) => {
  createInterface({ input: service.stdout }).on("line", (line) => {
    if (line.includes('"msg":"listening"')) resolve(JSON.parse(line).port);
  });
});
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
    await page.goto(`http://localhost:${port}/playground`);
    await page.waitForSelector(".outcome:not(.busy)");
    // The editor is loaded for the click, and takes the focus over.
    await page.click("#editor");
    await page.waitForSelector(".cm-focused");
    // More than once: the first checks of a new engine take longer than all others.
    for (let at = 0; at < 5; at++) {
      for (const text of ["{}", TEXT]) {
        await page.keyboard.press("ControlOrMeta+A");
        await page.keyboard.insertText(text);
        const found = text === TEXT ? "4 errors" : "7 errors";
        await page.waitForFunction(
          (title) => document.querySelector(".headline b")?.textContent?.startsWith(title),
          found,
        );
      }
    }
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.querySelector("#editor")?.shadowRoot?.activeElement?.blur());
    const picture = UPNG.decode(await page.screenshot());
    const png = UPNG.encode(UPNG.toRGBA8(picture), picture.width, picture.height, COLORS);
    writeFileSync(`docs/playground-${size}-${colorScheme}.png`, Buffer.from(png));
    await page.close();
  }
}
await browser.close();
service.kill();
await once(service, "exit");

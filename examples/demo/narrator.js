import { styleText } from "node:util";

const hasColors = process.stdout.isTTY && !process.env.NO_COLOR;
let step = 0;

/** @param {Parameters<typeof styleText>[0]} format @param {string} text */
const style = (format, text) => (hasColors ? styleText(format, text) : text);

/** @param {string} text */
export function heading(text) {
  step += 1;
  console.log(`\n${style("bold", `${step}. ${text}`)}`);
}

/** @param {string} text */
export function say(text) {
  for (const line of text.split("\n")) console.log(`   ${line}`);
}

/** @param {string} text */
export function sayQuietly(text) {
  say(style("dim", text));
}

/**
 * @typedef {{ title: string, applicability: string }} Fix
 * @param {{ severity: string, code: string, path: string, message: string, fixes: Fix[] }} diagnostic
 */
export function sayDiagnostic({ severity, code, path, message, fixes }) {
  say(`${style(severity === "error" ? "red" : "yellow", severity)} ${code} at ${path}`);
  say(`  ${message}`);
  for (const { title, applicability } of fixes.slice(0, 2))
    say(style("green", `  fix: ${title} (${applicability})`));
}

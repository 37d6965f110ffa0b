import { styleText } from "node:util";

const colours = process.stdout.isTTY && !process.env.NO_COLOR;
let step = 0;

/** @param {Parameters<typeof styleText>[0]} style @param {string} text */
const paint = (style, text) => (colours ? styleText(style, text) : text);

/** @param {string} text */
export function heading(text) {
  step += 1;
  console.log(`\n${paint("bold", `${step}. ${text}`)}`);
}

/** @param {string} text */
export function say(text) {
  for (const line of text.split("\n")) console.log(`   ${line}`);
}

/** @param {string} text */
export function whisper(text) {
  say(paint("dim", text));
}

/** @param {{ severity: string, code: string, path: string, message: string, fixes: { title: string, applicability: string }[] }} diagnostic */
export function diagnosis({ severity, code, path, message, fixes }) {
  say(`${paint(severity === "error" ? "red" : "yellow", severity)} ${code} at ${path}`);
  say(`  ${message}`);
  for (const { title, applicability } of fixes.slice(0, 2)) say(paint("green", `  fix: ${title} (${applicability})`));
}

import { allows, type Reading, sure, unsure } from "./reading.js";

const EMAIL = /[^\s<>@,;:"]+@[^\s<>@,;:"]+\.[^\s<>@,;:"]+/;

/** A uuid, an email address or a URL in another common spelling; what the type says shows in its schema alone. */
export const spelledIdentifier: Reading = {
  name: "spelled-identifier",
  summary: "A uuid without hyphens or in braces, an email address with mailto: or a name, a URL without a scheme.",
  *read(value, schema) {
    if (typeof value !== "string" || value.length > 2048 || !allows(schema, "string")) return;
    const bare = value.trim();
    const [, uuid] =
      /^(?:urn:uuid:)?[{(]?([0-9A-Fa-f]{8}-?(?:[0-9A-Fa-f]{4}-?){3}[0-9A-Fa-f]{12})[)}]?$/.exec(bare) ?? [];
    if (uuid !== undefined) {
      const hex = uuid.replaceAll("-", "");
      yield sure(hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"));
    }
    const [, address] = new RegExp(`^mailto:(${EMAIL.source})$`, "i").exec(bare) ?? [];
    if (address !== undefined) yield sure(address);
    const [, named] = new RegExp(`^[^<>]*<(${EMAIL.source})>$`).exec(bare) ?? [];
    if (named !== undefined) yield unsure(named);
    if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?$/i.test(bare)) yield unsure(`https://${bare}`);
    if (/^\/\/\S+$/.test(bare)) yield unsure(`https:${bare}`);
  },
  examples: [
    ["00000000000040008000000000000000", { type: "string" }, sure("00000000-0000-4000-8000-000000000000")],
    ["{00000000-0000-4000-8000-000000000000}", { type: "string" }, sure("00000000-0000-4000-8000-000000000000")],
    ["mailto:ann@example.com", { type: "string" }, sure("ann@example.com")],
    ["Ann Lee <ann@example.com>", { type: "string" }, unsure("ann@example.com")],
    ["example.com/path", { type: "string" }, unsure("https://example.com/path")],
    ["two words", { type: "string" }],
  ],
};

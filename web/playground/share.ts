import { MAX_TEXT_LENGTH } from "../workbench/limits.js";
import type { Start } from "./start-text.js";
import { domainOf, type State } from "./state.js";

/**
 * The contents of a link to the playground. They are in the fragment, which browsers do not send to
 * a server.
 */
export interface Link {
  readonly domainId?: string | undefined;
  readonly version?: string | undefined;
  readonly targetProduct?: string | undefined;
  readonly text?: string | undefined;
  /** A schema of the person to check by, as text; only in drafts. */
  readonly schema?: string | undefined;
  readonly start?: Start | undefined;
  /** Whether its text cannot be read: links are cut or changed on their way. */
  readonly isBroken?: boolean;
}

export async function toFragment({ domainId, version, text = "" }: Link): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const names = { domain: domainId ?? "", version: version ?? "" };
  return `#${new URLSearchParams(names)}&c=${toBase64Url(bytes)}`;
}

/** Whether a fragment links to a candidate. Others, such as `#main`, are places in the page. */
export function isLink(fragment: string): boolean {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  return ["domain", "version", "rule", "c"].some((name) => given.has(name));
}

/** Reads a fragment, and ignores the parts that are wrong. */
export async function readFragment(fragment: string): Promise<Link> {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const [domainId, version, rule, packed] = ["domain", "version", "rule", "c"].map(
    (name) => given.get(name) || undefined,
  );
  const text = packed === undefined ? undefined : await inflate(packed).catch(() => undefined);
  const example = Number(given.get("example") ?? 0);
  const isBroken = packed !== undefined && text === undefined;
  if (rule === undefined) return { domainId, version, text, isBroken };
  const start: Start = { kind: "rule", rule, example: Number.isSafeInteger(example) ? example : 0 };
  return { domainId, version, text, isBroken, start };
}

/** The parts of a link that this instance has, or what it has instead. */
export function resolveLink(link: Link, state: State) {
  const { domains } = state.instance;
  const domain = domains.find(({ id }) => id === link.domainId) ?? domainOf(state);
  const current = domain.versions.find((one) => one.current) ?? domain.versions[0];
  const known = domain.versions.find(({ version }) => version === link.version) ?? current;
  const target = domain.targets.find(({ id }) => id === link.targetProduct) ?? domain.targets[0];
  const version = known?.version ?? "";
  return {
    domainId: domain.id,
    version,
    targetProduct: target?.id ?? "",
    /** Whether the server draws the candidate that the link starts with. */
    isDrawn:
      domain === domains[0] && known === current && (link.start?.kind ?? "flawed") === "flawed",
    /** Says what the link asks for and this instance does not have. */
    notServed: notServed(link, domain.id, version),
  };
}

function notServed(
  { isBroken, domainId, version }: Link,
  openDomain: string,
  openVersion: string,
): string | undefined {
  if (isBroken) return "This link could not be read.";
  if (domainId !== undefined && domainId !== openDomain) return `${domainId} is not served here.`;
  if (version !== undefined && version !== openVersion)
    return `${version} is not served here: this is ${openVersion}.`;
  return undefined;
}

async function inflate(packed: string): Promise<string> {
  const stream = new Blob([fromBase64Url(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true })).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > MAX_TEXT_LENGTH) {
      await reader.cancel();
      throw new Error("the candidate in the link is too large");
    }
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

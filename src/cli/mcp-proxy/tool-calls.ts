import { parseStrictJson } from "../../ground/json/parse-strict.js";
import type { Operation } from "../../ground/json/patch.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import {
  type Check,
  type CheckResult,
  compileSchema,
  InvalidSchema,
  type ReadText,
} from "../../schema-library.js";

const MAX_TOOLS = 2_000;
const MAX_PENDING = 10_000;
const MAX_LISTED_ERRORS = 20;

/** What to do with a line of the client, instead of passing it on. */
interface ProxyAction {
  /** The line to send to the server. */
  readonly forward?: string;
  readonly repair?: { readonly tool: string; readonly patch: readonly Operation[] };
  /** The answer to the client. The server gets nothing. */
  readonly answer?: string;
}

type ArgumentsResult = CheckResult & Partial<ReadText>;

/**
 * Repairs the arguments of tool calls between an MCP client and a server. Everything else passes
 * unchanged, byte for byte: other messages, calls of tools that were not listed, valid calls, and
 * calls that cannot be repaired completely and with certainty.
 */
export class ToolCallRepairer {
  /** By the name of a listed tool: its schema or, from its first call on, its check. */
  readonly #tools = new Map<string, JsonObject | Check | undefined>();
  /** By the id of a request: what to do with its result, and the result to pass on instead. */
  readonly #pending = new Map<string, (result: JsonObject) => JsonObject | undefined>();

  constructor(private readonly isStrict: boolean) {}

  /** Undefined if the line passes unchanged. */
  async readFromClient(line: string): Promise<ProxyAction | undefined> {
    const message = tryParse(line);
    if (!isObject(message)) return undefined;
    const { id, method, params = {} } = message;
    if (id === undefined || !isObject(params)) return undefined;
    // Requests that were cancelled are never answered.
    if (this.#pending.size > MAX_PENDING) this.#pending.clear();
    if (method === "tools/list")
      this.#pending.set(JSON.stringify(id), ({ tools }) => {
        if (params.cursor === undefined) this.#tools.clear();
        this.#rememberTools(tools);
        return undefined;
      });
    const tool = String(params.name);
    const check = method === "tools/call" ? this.#findCheck(tool) : undefined;
    if (check === undefined) return undefined;

    const { arguments: sent = {} } = params;
    const isText = typeof sent === "string";
    const result: ArgumentsResult = await (isText ? check.text(sent) : check(sent));
    const { valid, repair, syntax = "strict" } = result;
    if (valid && !isText) return undefined;
    const isRepaired = repair?.remaining === 0 && repair.complete;
    const value = valid ? result.value : isRepaired ? result.repaired : undefined;
    const isCertain = value !== undefined && (syntax === "strict" || syntax === "repaired");
    // Ambiguous JSON, such as a repeated key elsewhere in the message, is never written anew.
    if (!isCertain || !("value" in parseStrictJson(line))) {
      if (!this.isStrict) return undefined;
      const heading = "The tool was not called, because its arguments do not fit its input schema:";
      const answer = { content: [describeErrors(heading, result)], isError: true };
      return { answer: JSON.stringify({ jsonrpc: "2.0", id, result: answer }) };
    }
    const patch: readonly Operation[] = isText
      ? [{ op: "replace", path: "", value }]
      : (repair?.patch ?? []);
    this.#pending.set(JSON.stringify(id), (answer) => {
      const _meta = { ...(answer._meta as JsonObject), "assay/repair": { patch } };
      const changes = describeErrors("The arguments were repaired before the call:", result);
      // Last, for clients that read the first block only.
      const content = [...(Array.isArray(answer.content) ? answer.content : []), changes];
      return { ...answer, content, _meta } as unknown as JsonObject;
    });
    const forward = JSON.stringify({ ...message, params: { ...params, arguments: value } });
    return { forward, repair: { tool, patch } };
  }

  /** The line to pass on instead; undefined if it passes unchanged. */
  readFromServer(line: string): string | undefined {
    if (this.#pending.size === 0 && !line.includes("list_changed")) return undefined;
    const message = tryParse(line);
    if (!isObject(message)) return undefined;
    // The schemas are unknown until the client lists the tools again.
    if (message.method === "notifications/tools/list_changed") this.#tools.clear();
    if (message.method !== undefined) return undefined;
    const id = JSON.stringify(message.id);
    const replaceResult = this.#pending.get(id);
    this.#pending.delete(id);
    const result = isObject(message.result) ? replaceResult?.(message.result) : undefined;
    return result === undefined || !("value" in parseStrictJson(line))
      ? undefined
      : JSON.stringify({ ...message, result });
  }

  #rememberTools(tools: unknown): void {
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isObject(tool) && isObject(tool.inputSchema) && this.#tools.size < MAX_TOOLS)
        this.#tools.set(String(tool.name), tool.inputSchema);
  }

  /** Undefined for a tool that was not listed, or whose schema cannot be used. */
  #findCheck(tool: string): Check | undefined {
    const known = this.#tools.get(tool);
    if (typeof known !== "object") return known;
    let check: Check | undefined;
    try {
      check = compileSchema(known);
    } catch (error) {
      if (!(error instanceof InvalidSchema)) throw error;
    }
    this.#tools.set(tool, check);
    return check;
  }
}

/** A block of text with a line for each error, with its fixes. */
function describeErrors(heading: string, { diagnostics, syntaxError }: ArgumentsResult) {
  const lines = [heading];
  if (syntaxError !== undefined) lines.push(`- the arguments are not JSON: ${syntaxError.detail}`);
  for (const { path, message, fixes } of diagnostics.slice(0, MAX_LISTED_ERRORS)) {
    const titles = fixes
      .slice(0, 3)
      .map(({ title, applicability }) =>
        applicability === "machine-applicable" ? title : `perhaps: ${title}`,
      );
    const offers = titles.length > 0 ? ` → ${titles.join("; ")}` : "";
    lines.push(`- ${path}${path && " "}${message}${offers}`);
  }
  const more = diagnostics.length - MAX_LISTED_ERRORS;
  if (more > 0) lines.push(`- and ${more} more`);
  return { type: "text", text: lines.join("\n") };
}

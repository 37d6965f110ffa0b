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
const MAX_WAITING = 10_000;
const MAX_LISTED = 20;

/**
 * What to send to the server in place of a line of the client, or the answer to it without the
 * server.
 */
interface Step {
  readonly forward?: string;
  readonly repair?: { readonly tool: string; readonly patch: readonly Operation[] };
  readonly answer?: string;
}

type ToolResult = CheckResult & Partial<ReadText>;

/**
 * Reads what passes between a client and a server of MCP. It returns nothing for a line that passes
 * as it is, byte for byte: all that is no call of a listed tool, and calls that fit or that cannot
 * be repaired completely and with certainty.
 */
export class ToolCalls {
  /** By the name of a listed tool: its schema; from the first call, its check, if it has one. */
  readonly #tools = new Map<string, JsonObject | Check | undefined>();
  /** By the id of a request: what replaces its result. */
  readonly #awaited = new Map<string, (result: JsonObject) => JsonObject | undefined>();

  constructor(private readonly isStrict: boolean) {}

  async fromClient(line: string): Promise<Step | undefined> {
    const message = tryParse(line);
    if (!isObject(message)) return undefined;
    const { id, method, params = {} } = message;
    if (id === undefined || !isObject(params)) return undefined;
    // A request that was cancelled is never answered.
    if (this.#awaited.size > MAX_WAITING) this.#awaited.clear();
    if (method === "tools/list")
      this.#awaited.set(JSON.stringify(id), ({ tools }) =>
        this.#learn(tools, params.cursor === undefined),
      );
    const tool = String(params.name);
    const check = method === "tools/call" ? this.#checkOf(tool) : undefined;
    if (check === undefined) return undefined;
    const { arguments: sent = {} } = params;
    const isText = typeof sent === "string";
    const result: ToolResult = await (isText ? check.text(sent) : check(sent));
    const { valid, repair, repaired, syntax = "strict" } = result;
    if (valid && !isText) return undefined;
    const isComplete = repair?.remaining === 0 && repair.complete;
    const value = valid ? result.value : isComplete ? repaired : undefined;
    const isCertain = value !== undefined && (syntax === "strict" || syntax === "repaired");
    // What another parser may read in another way is not written anew.
    if (!isCertain || !("value" in parseStrictJson(line))) {
      const heading = "The tool was not called, because its arguments do not fit its input schema:";
      const answer = { content: [describe(heading, result)], isError: true };
      return this.isStrict
        ? { answer: JSON.stringify({ jsonrpc: "2.0", id, result: answer }) }
        : undefined;
    }
    const replaced: Operation[] = [{ op: "replace", path: "", value }];
    const patch = isText ? replaced : (repair?.patch ?? []);
    this.#awaited.set(JSON.stringify(id), (answer) => {
      const _meta = { ...(answer._meta as JsonObject), "assay/repair": { patch } };
      const changes = describe("The arguments were repaired before the call:", result);
      // Last, for clients that read the first block only.
      const content = [...(Array.isArray(answer.content) ? answer.content : []), changes];
      return { ...answer, content, _meta } as unknown as JsonObject;
    });
    const forward = JSON.stringify({ ...message, params: { ...params, arguments: value } });
    return { forward, repair: { tool, patch } };
  }

  /** Returns the line to send instead, if there is another one. */
  fromServer(line: string): string | undefined {
    const isRead = this.#awaited.size > 0 || line.includes("list_changed");
    const message = isRead ? tryParse(line) : undefined;
    if (!isObject(message)) return undefined;
    // Until the client lists them again, the schemas of the tools are unknown.
    if (message.method === "notifications/tools/list_changed") this.#tools.clear();
    if (message.method !== undefined) return undefined;
    const id = JSON.stringify(message.id);
    const replace = this.#awaited.get(id);
    this.#awaited.delete(id);
    if (replace === undefined || !isObject(message.result)) return undefined;
    const result = replace(message.result);
    return result === undefined || !("value" in parseStrictJson(line))
      ? undefined
      : JSON.stringify({ ...message, result });
  }

  #learn(tools: unknown, isFirstPage: boolean): undefined {
    if (isFirstPage) this.#tools.clear();
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isObject(tool) && isObject(tool.inputSchema) && this.#tools.size < MAX_TOOLS)
        this.#tools.set(String(tool.name), tool.inputSchema);
  }

  /** Undefined for a tool that was not listed, or whose schema cannot be used. */
  #checkOf(name: string): Check | undefined {
    const known = this.#tools.get(name);
    if (typeof known !== "object") return known;
    let check: Check | undefined;
    try {
      check = compileSchema(known);
    } catch (error) {
      if (!(error instanceof InvalidSchema)) throw error;
    }
    this.#tools.set(name, check);
    return check;
  }
}

/** A block of text with a line for each error, with its fixes. */
function describe(heading: string, { diagnostics, syntaxError }: ToolResult) {
  const lines = [heading];
  if (syntaxError !== undefined) lines.push(`- the arguments are not JSON: ${syntaxError.detail}`);
  for (const { path, message, fixes } of diagnostics.slice(0, MAX_LISTED)) {
    const titles = fixes.map(({ title, applicability }) =>
      applicability === "machine-applicable" ? title : `perhaps: ${title}`,
    );
    const offers = titles.length > 0 ? ` → ${titles.slice(0, 3).join("; ")}` : "";
    lines.push(`- ${path}${path && " "}${message}${offers}`);
  }
  const more = diagnostics.length - MAX_LISTED;
  if (more > 0) lines.push(`- and ${more} more`);
  return { type: "text", text: lines.join("\n") };
}

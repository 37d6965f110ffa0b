import { parseStrictJson } from "../../ground/json/parse-strict.js";
import type { Operation } from "../../ground/json/patch.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
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

export interface ToolRepair {
  readonly tool: string;
  readonly patch: readonly Operation[];
}

/**
 * What to send to the server in place of a line of the client, or the answer to it without the
 * server.
 */
export interface Step {
  readonly forward?: string;
  readonly repair?: ToolRepair;
  readonly answer?: string;
}

type Result = CheckResult & Partial<ReadText>;

/**
 * Reads what passes between a client and a server of MCP. It returns nothing for a line that passes
 * as it is, byte for byte: all that is no call of a listed tool, and calls that fit or that cannot
 * be repaired completely and with certainty.
 */
export class ToolCalls {
  /** The input schemas of the listed tools, each compiled when it is first called. */
  readonly #schemas = new Map<string, JsonObject>();
  readonly #checks = new Map<string, Check | undefined>();
  /**
   * By the id of a request: whether its answer starts a list, and what adds the changes to its
   * answer.
   */
  readonly #lists = new Map<string, boolean>();
  readonly #repaired = new Map<string, (result: JsonObject) => JsonObject>();

  constructor(private readonly isStrict: boolean) {}

  async fromClient(line: string): Promise<Step | undefined> {
    const message = tryParse(line);
    if (!isObject(message) || !isObject(message.params ?? {})) return undefined;
    const { method, id } = message;
    const params = (message.params ?? {}) as JsonObject;
    if (id === undefined) return undefined;
    // A request that was cancelled is never answered.
    for (const awaited of [this.#lists, this.#repaired])
      if (awaited.size > MAX_WAITING) awaited.clear();
    if (method === "tools/list") this.#lists.set(JSON.stringify(id), params.cursor === undefined);
    const check = method === "tools/call" ? this.#checkOf(params.name) : undefined;
    if (check === undefined) return undefined;
    const { name, arguments: sent = {} } = params;
    const result: Result = typeof sent === "string" ? await check.text(sent) : await check(sent);
    if (result.valid && typeof sent !== "string") return undefined;
    const value = certainValue(result);
    // What another parser may read in another way is not written anew.
    if (value === undefined || !("value" in parseStrictJson(line)))
      return this.isStrict ? { answer: refuse(id, describe(result)) } : undefined;
    const replaced: Operation[] = [{ op: "replace", path: "", value }];
    const patch = typeof sent === "string" ? replaced : (result.repair?.patch ?? []);
    this.#repaired.set(JSON.stringify(id), (answer) =>
      withChanges(answer, patch, describe(result)),
    );
    const forward = JSON.stringify({ ...message, params: { ...params, arguments: value } });
    return { forward, repair: { tool: name as string, patch } };
  }

  /** Returns the line to send instead, if there is another one. */
  fromServer(line: string): string | undefined {
    const isAwaited = this.#lists.size + this.#repaired.size > 0;
    const message = isAwaited || line.includes("list_changed") ? tryParse(line) : undefined;
    if (!isObject(message)) return undefined;
    // Until the client has listed them again, nobody knows what the tools take.
    if (message.method === "notifications/tools/list_changed") this.#forgetTools();
    if (message.method !== undefined) return undefined;
    const id = JSON.stringify(message.id);
    const [isFirst, addChanges] = [this.#lists.get(id), this.#repaired.get(id)];
    this.#lists.delete(id);
    this.#repaired.delete(id);
    if (!isObject(message.result)) return undefined;
    if (isFirst !== undefined) this.#learn(message.result.tools, isFirst);
    if (addChanges === undefined || !("value" in parseStrictJson(line))) return undefined;
    return JSON.stringify({ ...message, result: addChanges(message.result) });
  }

  #forgetTools(): void {
    this.#schemas.clear();
    this.#checks.clear();
  }

  #learn(tools: unknown, isFirst: boolean): void {
    if (isFirst) this.#forgetTools();
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isObject(tool) && isObject(tool.inputSchema) && this.#schemas.size < MAX_TOOLS) {
        this.#schemas.set(String(tool.name), tool.inputSchema);
        this.#checks.delete(String(tool.name));
      }
  }

  /** Undefined for a tool that was not listed, or whose schema cannot be used. */
  #checkOf(tool: unknown): Check | undefined {
    const name = String(tool);
    const schema = this.#schemas.get(name);
    if (schema === undefined || this.#checks.has(name)) return this.#checks.get(name);
    let check: Check | undefined;
    try {
      check = compileSchema(schema);
    } catch (error) {
      if (!(error instanceof InvalidSchema)) throw error;
    }
    this.#checks.set(name, check);
    return check;
  }
}

/** The arguments that fit, if it is certain that they were meant. */
function certainValue({
  valid,
  syntax = "strict",
  value,
  repair,
  repaired,
}: Result): Json | undefined {
  if (syntax !== "strict" && syntax !== "repaired") return undefined;
  if (valid) return value;
  return repair?.remaining === 0 && repair.complete ? repaired : undefined;
}

/** A line for each error, with its fixes. */
function describe({ diagnostics, syntaxError }: Result): string[] {
  const lines = diagnostics.slice(0, MAX_LISTED).map(({ path, message, fixes }) => {
    const titles = fixes.map(({ title, applicability }) =>
      applicability === "machine-applicable" ? title : `perhaps: ${title}`,
    );
    return `- ${path}${path && " "}${message}${titles.length > 0 ? ` → ${titles.slice(0, 3).join("; ")}` : ""}`;
  });
  const more =
    diagnostics.length > MAX_LISTED ? [`- and ${diagnostics.length - MAX_LISTED} more`] : [];
  const syntax =
    syntaxError === undefined ? [] : [`- the arguments are not JSON: ${syntaxError.detail}`];
  return [...syntax, ...lines, ...more];
}

function refuse(id: unknown, faults: readonly string[]): string {
  const text = [
    "The tool was not called, because its arguments do not fit its input schema:",
    ...faults,
  ].join("\n");
  return JSON.stringify({
    jsonrpc: "2.0",
    id,
    result: { content: [{ type: "text", text }], isError: true },
  });
}

/**
 * A result that says what was changed: in `_meta` for programs, and after its content for models.
 */
function withChanges(
  result: JsonObject,
  patch: readonly Operation[],
  changes: readonly string[],
): JsonObject {
  const meta = {
    ...(result._meta as JsonObject | undefined),
    "assay/repair": { patch },
  } as unknown as JsonObject;
  if (!Array.isArray(result.content)) return { ...result, _meta: meta };
  const text = ["The arguments were repaired before the call:", ...changes].join("\n");
  return { ...result, content: [...result.content, { type: "text", text }], _meta: meta };
}

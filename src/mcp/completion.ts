import type { CompleteResult } from "@modelcontextprotocol/server";
import { isObject } from "../json/value.js";
import type { Arguments, Complete, McpDefinition } from "./definition.js";
import { invalidParams } from "./errors.js";

/** MCP allows no more values in one response. */
const MAX_VALUES = 100;

/** Suggests values for an argument of a prompt, or for a variable of a resource template. */
export function completion(params: { readonly [name: string]: unknown }, definition: McpDefinition): CompleteResult {
  const { ref, argument, context } = params;
  if (!isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string")
    throw invalidParams("the argument must have a name and a value");
  const { name, value } = argument;
  const others = readArguments(isObject(context) ? context.arguments : undefined);
  const fitting = new Set(completeFor(ref, definition)(name, others).filter((one) => one.startsWith(value)));
  const values = [...fitting].slice(0, MAX_VALUES);
  return { completion: { values, total: fitting.size, hasMore: fitting.size > values.length } };
}

function completeFor(ref: unknown, { prompts, templates }: McpDefinition): Complete {
  const { type, name, uri } = isObject(ref) ? ref : {};
  const found = type === "ref/prompt" ? prompts.get(name as string) : templates.get(uri as string);
  if (found === undefined) throw invalidParams("unknown ref; use a prompt or a resource template of this server");
  return found.complete;
}

/** The arguments of a prompt or template, which are strings. */
export function readArguments(args: unknown = {}): Arguments {
  if (!isObject(args) || !Object.values(args).every((value) => typeof value === "string"))
    throw invalidParams("the arguments must be an object of strings");
  return args as Arguments;
}

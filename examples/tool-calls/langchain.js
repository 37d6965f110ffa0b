import { tool } from "@langchain/core/tools";
import { compileSchema } from "assay/schema";

/** Like `tool` of LangChain, with a JSON Schema: arguments are repaired before LangChain checks them. */
export function repairingTool(run, fields) {
  const made = tool(run, fields);
  const [check, invoke] = [compileSchema(fields.schema), made.invoke.bind(made)];
  made.invoke = async (input, config) => {
    const isCall = input?.type === "tool_call";
    const { repair, repaired } = await check(isCall ? input.args : input);
    if (repair?.remaining !== 0) return invoke(input, config); // fits, or the model gets the error
    return invoke(isCall ? { ...input, args: repaired } : repaired, config);
  };
  return made;
}

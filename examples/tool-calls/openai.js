import { compileSchema } from "assay/schema";

/** The arguments of one of `message.tool_calls`, or what to answer the model as the content of a `tool` message. */
export async function readToolCall(toolCall, tools) {
  const { parameters } = tools.find(
    (tool) => tool.function.name === toolCall.function.name,
  ).function;
  const result = await compileSchema(parameters).text(toolCall.function.arguments);
  const isCertain = result.syntax === "strict" || result.syntax === "repaired";
  if (isCertain && result.valid) return { args: result.value };
  if (isCertain && result.repair?.remaining === 0) return { args: result.repaired };
  const faults = result.diagnostics.map(({ path, message, fixes }) =>
    [path, message, fixes[0]?.title].join(" "),
  );
  return { error: [result.syntaxError?.detail, ...faults].filter(Boolean).join("\n") };
}

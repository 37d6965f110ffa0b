import { compileSchema } from "assay/schema";

/** For `experimental_repairToolCall` of the AI SDK, which calls it when the arguments of a call do not fit. */
export async function repairToolCall({ toolCall, inputSchema }) {
  const check = compileSchema(await inputSchema(toolCall));
  const { syntax, valid, value, repair, repaired } = await check.text(toolCall.input);
  const isCertain = syntax === "strict" || syntax === "repaired";
  if (!isCertain || !(valid || repair?.remaining === 0)) return null; // the error goes back to the model
  return { ...toolCall, input: JSON.stringify(valid ? value : repaired) };
}

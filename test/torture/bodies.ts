import { mutateJson } from "../http/fuzz/mutate-json.js";
import type { Random } from "../http/fuzz/random.js";
import { ERAS, toolCall } from "../mcp/message.js";
import { exampleRequest } from "../support/example-request.js";
import type { RawRequest } from "../support/raw-request.js";

const TOOLS = [
  ["validateProposal", "/api/validate"],
  ["buildProposal", "/api/build"],
] as const;

/** A proposal with a few mutations, as JSON that may be broken. */
export function randomProposal(random: Random): string {
  const request = exampleRequest();
  const { candidate } = request;
  const record = candidate.sampleRecords[0] ?? {};
  const size = random.of([1, 1, 1, 5, 50, 200]);
  candidate.sampleRecords = Array.from({ length: size }, () => ({ ...record }));
  const mutated = mutateJson(JSON.stringify(request), random);
  return random.below(4) === 0 ? mutateJson(mutated, random) : mutated;
}

/** The same proposal over REST, or as a tool call of either era of MCP. */
export function randomRequest(random: Random, key: string): RawRequest {
  const [tool, path] = random.of(TOOLS);
  const proposal = randomProposal(random);
  if (random.below(3) > 0) return { path, body: proposal, headers: { Authorization: `Bearer ${key}` } };
  const call = toolCall(random.of(ERAS)[1], key)(tool, 0);
  const body = String(call.body).replace('"arguments":0', () => `"arguments":${proposal}`);
  return { ...call, body: random.below(3) === 0 ? mutateJson(body, random) : body };
}

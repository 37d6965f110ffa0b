import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { AUDIENCE, PROXY_KEY } from "../servers/start-assay.js";

const key = createPrivateKey({ key: PROXY_KEY, format: "jwk" });

/** The headers with which an agent proxy signs one call. */
export function signature(agent, path, body) {
  const claims = {
    "key-id": PROXY_KEY.kid,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(16).toString("base64url"),
    audience: AUDIENCE,
    agent,
    capability: "assay.validateProposal",
  };
  const sha256 = createHash("sha256").update(body).digest("hex");
  const lines = ["ADT-PROXY-V1", ...Object.values(claims), "POST", path, "application/json", sha256];
  const signed = sign(null, Buffer.from(lines.join("\n")), key).toString("base64url");
  return Object.entries({ version: "1", ...claims, "content-sha256": sha256, signature: signed })
    .map(([name, value]) => `x-adt-proxy-${name}: ${value}\r\n`)
    .join("");
}

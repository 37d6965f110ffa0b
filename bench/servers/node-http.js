import { createServer } from "node:http";
import { ANSWER } from "./constant.js";

/** The lower bound: reads and parses the body, and sends a constant response. */
createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify(ANSWER);
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
    response.end(body);
  });
}).listen(process.env.PORT, "127.0.0.1");

import { startService } from "../support/service.js";
import { admitted, call, PROPOSAL } from "./call.js";

const VARIANTS = [
  ["GET", "/api/domains"],
  ["HEAD", "/api/domains"],
  ["GET", "/api/domains?fresh=1"],
  ["GET", "/api/domains/"],
  ["GET", "/API/domains"],
  ["GET", "/api/Domains"],
  ["POST", "/api/domains"],
  ["POST", "/api/validate"],
  ["POST", "/api/validate/"],
  ["POST", "/Api/Validate"],
  ["GET", "/api/validate"],
  ["OPTIONS", "/api/validate"],
  ["POST", "/api/build"],
  ["DELETE", "/api/build"],
  ["POST", "/api"],
  ["POST", "/api/"],
  ["POST", "/api/validate/x"],
  ["POST", "/api//validate"],
  ["POST", "/api/%76alidate"],
] as const;

test("every variant of every operation shares one quota, whether or not the route exists", async () => {
  const service = await startService();
  const calls = Array.from({ length: 5 }, () => VARIANTS).flat();
  const answers = await Promise.all(
    calls.map(([method, path]) =>
      call(`${service.url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${service.key}`, "Content-Type": "application/json" },
        ...(method === "POST" && { body: PROPOSAL }),
      }),
    ),
  );
  await service.stop();
  expect(admitted(answers)).toBe(20);
  expect(answers.filter(({ headers }) => headers.ratelimit === undefined)).toEqual([]);
});

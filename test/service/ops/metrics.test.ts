import { exampleRequest } from "../../support/example-request.js";
import { metricOf, readMetrics, type Sample } from "../../support/metrics.js";
import { RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import { send } from "../../support/send.js";
import { startService } from "../../support/service.js";

const service = await startService({ RATE_LIMIT_CALLS: "100000" });

async function samples(name: string): Promise<Sample[]> {
  const answer = await fetch(`${service.managementUrl}/metrics`);
  return readMetrics(await answer.text()).filter((sample) => sample.name === name);
}

const total = (name: string, labels: Record<string, string>) => metricOf(service, name, labels);

const check = (path: string, candidate: Record<string, unknown>) => {
  const headers = { Authorization: `Bearer ${service.key}` };
  return send(
    { url: service.url },
    { path, body: JSON.stringify(exampleRequest(candidate)), headers },
  );
};

describe("the metrics", () => {
  test("are served on a separate port, and nothing else is", async () => {
    const answer = await fetch(`${service.managementUrl}/metrics`);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ]);
    await answer.body?.cancel();
    for (const url of [
      `${service.url}/metrics`,
      `${service.managementUrl}/healthz`,
      `${service.managementUrl}/api/domains`,
    ])
      expect((await fetch(url)).status).toBe(404);
  });

  test("count each request by route, method and status", async () => {
    const count = () =>
      total("assay_request_seconds_count", {
        route: "/problems/:code",
        method: "GET",
        status: "200",
      });
    const before = await count();
    await fetch(`${service.url}/problems/not-found`);
    await fetch(`${service.url}/problems/rate-limited`);
    expect(await count()).toBe(before + 2);
  });

  test("count verdicts and diagnostics by the spec package that decided, every diagnostic by its code", async () => {
    const spec = { domain: "generator-option", version: "v1" };
    const read = async () => [
      await total("assay_verdicts_total", {
        ...spec,
        operation: "validateProposal",
        verdict: "valid",
      }),
      await total("assay_verdicts_total", {
        ...spec,
        operation: "validateProposal",
        verdict: "invalid",
      }),
      await total("assay_verdicts_total", {
        ...spec,
        operation: "buildProposal",
        verdict: "valid",
      }),
      await total("assay_diagnostics_total", { ...spec, code: "supported-strategies-are-known" }),
      await total("assay_diagnostics_total", { ...spec, code: "generator-id-is-free" }),
    ];
    const before = await read();
    await check("/api/validate", {});
    await check("/api/validate", { supportedStrategies: ["slow", "steady"] });
    await check("/api/validate", { generatorId: "person-name" });
    await check("/api/build", {});
    expect((await read()).map((value, at) => value - (before[at] ?? 0))).toEqual([1, 2, 1, 2, 1]);
  });

  test("report the age of the registry, the spec packages in use and how calls are counted", async () => {
    const [age] = await samples("assay_registry_age_seconds");
    expect(age?.labels).toEqual({ target: "sample-studio" });
    expect(age?.value).toBeGreaterThan(0);
    expect(age?.value).toBeLessThan(600);
    const ready = (await (await fetch(`${service.url}/readyz`)).json()) as {
      specPackages: { digest: string }[];
    };
    const digest = ready.specPackages[0]?.digest;
    expect(await samples("assay_spec_package_info")).toEqual([
      {
        name: "assay_spec_package_info",
        labels: { domain: "generator-option", version: "v1", digest },
        value: 1,
      },
    ]);
    const states = (await samples("assay_limiter_state")).map(({ labels, value }) => [
      labels.state,
      value,
    ]);
    expect(states).toEqual([
      ["unconfigured", 1],
      ["shared", 0],
      ["fallback", 0],
    ]);
    for (const name of ["assay_limiter_fallbacks_total", "assay_nonce_fallbacks_total"])
      expect(await samples(name)).toEqual([{ name, labels: {}, value: 0 }]);
  });

  test("do not grow with domains and versions that nobody has", async () => {
    const before = (await samples("assay_verdicts_total")).length;
    const headers = { Authorization: `Bearer ${service.key}` };
    for (const envelope of [
      { domainId: "canary" },
      { specVersion: "v99" },
      { targetProduct: "canary" },
    ]) {
      const body = JSON.stringify(exampleRequest({}, envelope));
      expect((await send({ url: service.url }, { body, headers })).status).toBe(422);
    }
    expect((await samples("assay_verdicts_total")).length).toBe(before);
  });

  test("do not grow with new paths and methods", async () => {
    const methods = [
      "GET",
      "PROPFIND",
      "MKCOL",
      "PURGE",
      "SUBSCRIBE",
      "POST",
      "LINK",
      "QUERY",
      "TRACE",
      "REPORT",
    ];
    const connection = await RawConnection.open(service.url);
    for (let at = 0; at < 80; at++) {
      const method = methods[at % methods.length] as string;
      const path = ["", "/api", "/spec-packages", "/problems"][at % 4];
      const request = {
        method,
        path: `${path}/canary-${at}`,
        headers: { "User-Agent": `canary-${at}` },
      };
      connection.send(rawRequest(request));
      await connection.answer();
    }
    connection.socket.destroy();
    const all = await samples("assay_request_seconds_count");
    expect(all.length).toBeLessThan(40);
    expect(new Set(all.map(({ labels }) => labels.method))).toEqual(
      new Set(["GET", "POST", "other"]),
    );
    expect(JSON.stringify(all)).not.toContain("canary");
  });
});

/** The value of one series, such as `name{label="value"}`; 0 if it has none yet. */
export async function metricOf({ managementUrl }: { managementUrl: string }, series: string): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
  const line = metrics.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

/** How many connections a service has open. */
export const openConnections = (service: { managementUrl: string }) =>
  metricOf(service, 'nodejs_active_resources{type="TCPSocketWrap"}');

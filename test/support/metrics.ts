/** A sample in the Prometheus text format. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * Parses the Prometheus text format strictly: a line that is neither a comment nor a sample is an
 * error.
 */
export function readMetrics(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    if (line === "" || /^# (HELP|TYPE) \w+ \S/.test(line)) return [];
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(
      ([, key, text]) => [key, text] as const,
    );
    return [
      {
        name,
        labels: Object.fromEntries(pairs),
        value: value === "+Inf" ? Infinity : Number(value),
      },
    ];
  });
}

/** The sum of all samples of a metric that have these labels. */
export async function metricOf(
  { managementUrl }: { managementUrl: string },
  name: string,
  labels: Record<string, string> = {},
): Promise<number> {
  const samples = readMetrics(await (await fetch(`${managementUrl}/metrics`)).text());
  const isAsked = (sample: Sample) =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
  return samples.reduce(
    (sum, sample) => sum + (sample.name === name && isAsked(sample) ? sample.value : 0),
    0,
  );
}

/** How many connections a service has open. */
export const openConnections = (service: { managementUrl: string }) =>
  metricOf(service, "nodejs_active_resources", { type: "TCPSocketWrap" });

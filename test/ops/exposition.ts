/** A sample of the Prometheus text format: its name, its labels, its value. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Reads the text that a Prometheus server would read, strictly: a line that is neither comment nor sample is an error. */
export function readExposition(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    if (line === "" || /^# (HELP|TYPE) \w+ \S/.test(line)) return [];
    const [, name, labels = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) throw new Error(`not a sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: value === "+Inf" ? Infinity : Number(value) }];
  });
}

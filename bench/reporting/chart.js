const WIDTH = 860;
const LABELS = 320;
const ROW = 28;
const TOP = 56;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .bar { fill: #8c959f }
  .own { fill: #2da44e }
  .paper { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .bar { fill: #6e7681 }
    .own { fill: #3fb950 }
    .paper { fill: #0d1117 }
  }`;

/** A bar chart as SVG, for light and dark backgrounds. On a logarithmic scale, bars start at half of the minimum. */
export function barChart({ title, bars, scale, unit }) {
  const values = bars.map(({ value }) => value);
  const most = Math.max(...values);
  const least = Math.min(...values) / 2;
  const share = (value) => (scale === "log" ? Math.log(value / least) / Math.log(most / least) : value / most);
  const room = WIDTH - LABELS - 100;
  const rows = bars.map(({ name, value, own }, at) => {
    const y = TOP + at * ROW;
    const length = Math.max(2, share(value) * room);
    return [
      `<text x="${LABELS - 10}" y="${y + 14}" text-anchor="end">${asXml(name)}</text>`,
      `<rect class="${own ? "bar own" : "bar"}" x="${LABELS}" y="${y}" width="${length.toFixed(1)}" height="19" rx="3"/>`,
      `<text x="${(LABELS + length + 8).toFixed(1)}" y="${y + 14}">${figure(value)}${unit}</text>`,
    ].join("\n  ");
  });
  const height = TOP + bars.length * ROW + 12;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${asXml(title)}">
  <style>${STYLE}
  </style>
  <rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>
  <text class="title" x="20" y="32">${asXml(title)}${scale === "log" ? " (logarithmic)" : ""}</text>
  ${rows.join("\n  ")}
</svg>
`;
}

function figure(value) {
  return value.toFixed(value < 10 ? 2 : 0);
}

function asXml(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

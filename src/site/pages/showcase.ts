import { type ExplainedExample, explainRule } from "../../proposals/explain-rule.js";
import { type Html, html } from "../html.js";
import type { Site } from "../layout.js";
import { diagnosticCard } from "./diagnostic-card.js";

const MAX_SHOWN = 2;

/** What an answer looks like: examples of the first domain, as the engine answers them. */
export async function showcase({ dependencies: { specs }, basePath }: Site): Promise<Html | undefined> {
  const spec = [...specs.values()].find(({ current }) => current !== undefined)?.current;
  if (spec === undefined) return undefined;
  const shown: Html[] = [];
  for (const code of Object.keys(spec.source.rules)) {
    const diagnostic = (await explainRule(spec, code))?.examples.map(plainProblem).find((found) => found !== undefined);
    if (diagnostic === undefined) continue;
    shown.push(diagnosticCard(diagnostic, `${basePath}/rules/${spec.domainId}/${spec.version}#${code}`));
    if (shown.length === MAX_SHOWN) break;
  }
  if (shown.length === 0) return undefined;
  return html`<div class="showcase">
<p class="verdict"><span class="dot" aria-hidden="true"></span><span><b>${shown.length} errors</b><br><span class="quiet">One click fixes everything</span></span></p>
${shown}
</div>`;
}

/** An example with one problem that one value fixes for certain. */
function plainProblem({ diagnostics }: ExplainedExample) {
  const [diagnostic, ...others] = diagnostics;
  const [fix] = diagnostic?.fixes ?? [];
  const isPlain = others.length === 0 && fix?.applicability === "machine-applicable" && fix.changes.length === 2;
  return isPlain && diagnostic?.severity === "error" ? diagnostic : undefined;
}

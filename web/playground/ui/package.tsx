import { useMemo } from "preact/hooks";
import { formatJson } from "../../../src/json/format-json.js";
import { type DiffLine, diffLines } from "../../json/diff-lines.js";
import type { View } from "../session.js";
import { asksService, builtOf, isConfirmed } from "../state.js";
import { CopyButton, Message } from "./parts.js";

/** The package of a valid candidate, and what normalization changed on the way. */
export function Package({ session, state }: View) {
  const { checked } = state;
  const built = builtOf(state);
  if (built === undefined || checked?.verdict.kind !== "checked")
    return <Message title="No package yet">A package is built from a valid candidate. Fix the errors first.</Message>;
  const { candidate } = checked.verdict;
  const { proposalPackage } = built;
  const { proposal, digest } = proposalPackage;
  return (
    <div class="sheet">
      {asksService(state) && !isConfirmed(state) && (
        <p class="hint">Not confirmed yet: whether the id is free is not checked.</p>
      )}
      <p class="hint">
        Digest <code class="digest">{digest}</code>
      </p>
      <div class="row">
        <h2>What normalization changed</h2>
        <CopyButton label="Copy package" text={() => JSON.stringify(proposalPackage, null, 2)} session={session} />
      </div>
      <Changes
        before={formatJson(candidate)}
        after={formatJson(proposal)}
        none="Nothing: it was in normal form already."
      />
      <h2>Proposal</h2>
      <pre class="listing">{formatJson(proposal)}</pre>
    </div>
  );
}

const CONTEXT = 2;

/** Shows the changes from one text to the other, line by line. */
export function Changes({ before, after, none }: { before: string; after: string; none: string }) {
  const lines = useMemo(() => diffLines(before.split("\n"), after.split("\n")), [before, after]);
  if (lines.every(({ kind }) => kind === "same")) return <p class="hint">{none}</p>;
  return (
    <pre class="listing diff">
      {nearChanges(lines).map((line, at) =>
        line === undefined ? (
          <span key={at} class="gap">
            {"⋯\n"}
          </span>
        ) : (
          <Line key={at} line={line} />
        ),
      )}
    </pre>
  );
}

function Line({ line: { kind, text } }: { line: DiffLine }) {
  if (kind === "removed") return <del>{`- ${text}\n`}</del>;
  if (kind === "added") return <ins>{`+ ${text}\n`}</ins>;
  return <span>{`  ${text}\n`}</span>;
}

/** Only the lines around a change; undefined stands for those between. */
function nearChanges(lines: readonly DiffLine[]): (DiffLine | undefined)[] {
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [undefined] : [];
  });
}

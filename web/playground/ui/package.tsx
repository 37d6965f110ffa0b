import { formatJson } from "../../../src/ground/json/format-json.js";
import { Changes } from "../../workbench/parts.js";
import type { View } from "../session.js";
import { asksService, builtOf, isConfirmed } from "../state.js";
import { CopyButton, Message } from "./parts.js";

/** The package of a valid candidate, and what normalization changed on the way. */
export function Package({ session, state }: View) {
  const { checked } = state;
  const built = builtOf(state);
  if (built === undefined || checked?.verdict.kind !== "checked")
    return (
      <Message title="No package yet">
        A package is built from a valid candidate. Fix the errors first.
      </Message>
    );
  const { candidate } = checked.verdict;
  const { proposalPackage } = built;
  const { proposal, digest } = proposalPackage;
  return (
    <div class="sheet">
      {asksService(state) && !isConfirmed(state) && (
        <p class="hint">Not confirmed yet: whether the id is free is not checked.</p>
      )}
      <div class="row">
        <p class="hint">
          Digest <code class="digest">{digest}</code>
        </p>
        <CopyButton
          label="Copy package"
          text={() => JSON.stringify(proposalPackage, null, 2)}
          session={session}
        />
      </div>
      <h2>What normalization changed</h2>
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

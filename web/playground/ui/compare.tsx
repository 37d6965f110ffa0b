import { countedNoun } from "../../../src/ground/text/quote.js";
import type { BuildResult } from "../../../src/proposals/results.js";
import { Button } from "../../workbench/parts.js";
import type { View } from "../session.js";
import { type Diagnostic, domainOf, resultOf } from "../state.js";
import { Message, VersionOptions } from "./parts.js";

/** The same candidate by two versions, side by side. */
export function Compare({ session, state }: View) {
  const { checked, compared, otherVersion, version } = state;
  const others = domainOf(state).versions.filter((one) => one.version !== version);
  if (otherVersion === undefined)
    return (
      <Message title="Only one version">
        When this domain has another version, even a draft, you can compare them here.
      </Message>
    );
  const here = resultOf(checked);
  const there = compared === "not-loaded" ? undefined : resultOf(compared);
  return (
    <div class="sheet">
      <label class="pick">
        Compare {version} with
        <select value={otherVersion} onChange={({ currentTarget }) => session.compareWith(currentTarget.value)}>
          <VersionOptions versions={others} />
        </select>
      </label>
      {here && there ? (
        <div class="sides">
          <Version title={version} result={here} other={there} />
          <Version title={otherVersion} result={there} other={here} />
        </div>
      ) : compared === "not-loaded" ? (
        <Message title={`${otherVersion} could not be loaded`}>
          <p>Check your connection, then try again.</p>
          <Button onClick={() => session.compareWith(otherVersion)}>Try again</Button>
        </Message>
      ) : (
        <p class="hint">
          {here ? `Checking with ${otherVersion}…` : "There is nothing to compare until the candidate can be read."}
        </p>
      )}
    </div>
  );
}

function Version({ title, result, other }: { title: string; result: BuildResult; other: BuildResult }) {
  const { diagnostics, summary, proposalPackage } = result;
  const { errors, warnings } = summary;
  const isShared = ({ code, path }: Diagnostic) =>
    other.diagnostics.some((one) => one.code === code && one.path === path);
  const differencesFirst = diagnostics.toSorted((one, next) => Number(isShared(one)) - Number(isShared(next)));
  return (
    <section class="side-of" aria-label={`By ${title}`}>
      <h2>
        {title}{" "}
        <span class={errors === 0 ? "pill passes" : "pill error"}>
          {errors === 0 ? "valid" : countedNoun(errors, "error")}
        </span>
        {warnings > 0 && <span class="pill warning">{countedNoun(warnings, "warning")}</span>}
      </h2>
      {diagnostics.length === 0 && <p class="hint">No problems.</p>}
      <ul>
        {differencesFirst.map((one, at) => (
          <li key={`${one.code} ${one.path} ${at}`} class={`card ${one.severity}`}>
            <code>{one.code}</code>
            {!isShared(one) && <span class="pill info">only here</span>}
            <p>{one.message}</p>
          </li>
        ))}
      </ul>
      {proposalPackage && (
        <p class="hint">
          package <code>{proposalPackage.digest.slice(0, 19)}…</code>
        </p>
      )}
    </section>
  );
}

import { countedNoun } from "../../../src/ground/text/quote.js";
import { tabAfter } from "../../site/tabs.js";
import { Button, PrimaryButton } from "../../workbench/parts.js";
import { checkWithService } from "../check-with-service.js";
import type { View } from "../session.js";
import { asksService, isConfirmed, isOwn, resultOf, type State, type Tab } from "../state.js";
import { Package } from "./package.js";
import { Problems } from "./problems.js";
import { Send } from "./send.js";

const LABELS: Readonly<Record<Tab, string>> = {
  problems: "Problems",
  package: "Package",
  send: "Send",
};
const TABS = Object.keys(LABELS) as Tab[];
const PANELS = { problems: Problems, package: Package, send: Send };

/** The verdict, and behind it three tabs. */
export function Side({ session, state }: View) {
  // What a schema decides leads to no package and to no product.
  const tabs = isOwn(state) ? TABS.slice(0, 1) : TABS;
  const tab = tabs.includes(state.tab) ? state.tab : "problems";
  const Panel = PANELS[tab];
  const move = (event: KeyboardEvent) => {
    const next = tabs[tabAfter(event, tabs.indexOf(tab), tabs.length) ?? tabs.length];
    if (next === undefined) return;
    session.show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <Verdict session={session} state={state} />
      <div class="tabs views" role="tablist" aria-label="Views">
        {tabs.map((one) => (
          <button
            type="button"
            key={one}
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            aria-controls="panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => session.show(one)}
            onKeyDown={move}
          >
            {LABELS[one]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for people without a mouse. */}
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <Panel session={session} state={state} />
      </div>
    </>
  );
}

/** `open`: valid as far as this page can tell. */
type Tone = "busy" | "quiet" | "error" | "open" | "valid";
type Headline = readonly [tone: Tone, title: string, detail: string];

/** The verdict in one line, and the button that improves it. */
function Verdict({ session, state }: View) {
  const [tone, title, detail] = headline(state, session.text !== "");
  const verdict = state.checked?.verdict;
  const repair = resultOf(state.checked)?.repair;
  const isStuck = state.phase === "offline" || state.phase === "failed";
  return (
    <div class={`outcome ${tone}`}>
      <Sign tone={tone} />
      <div class="headline" role="status" tabIndex={-1}>
        <b>{title}</b>
        <span>{detail}</span>
      </div>
      <div class="next">
        {repair && (
          <button
            type="button"
            class={tone === "open" ? "button" : "primary"}
            onClick={() => session.apply(repair.patch, "The repair is applied.")}
          >
            Apply repair
          </button>
        )}
        {isStuck && <Button onClick={() => session.retry()}>Try again</Button>}
        {verdict?.kind === "wrapped" && (
          <PrimaryButton onClick={() => session.unwrap()}>Show its candidate</PrimaryButton>
        )}
        {verdict?.kind === "unreadable" && verdict.readable !== undefined && (
          <PrimaryButton onClick={() => session.makeReadable()}>
            Remove comments and trailing commas
          </PrimaryButton>
        )}
        {tone === "open" && (
          <PrimaryButton
            aria-disabled={state.service.isAsking}
            onClick={() => checkWithService(session, "validate")}
          >
            Check with the service
          </PrimaryButton>
        )}
        {tone === "valid" && !repair && !isOwn(state) && (
          <PrimaryButton onClick={() => session.show("package")}>See the package</PrimaryButton>
        )}
      </div>
    </div>
  );
}

function Sign({ tone }: { tone: Tone }) {
  if (tone !== "valid") return <span class="dot" aria-hidden="true" />;
  return (
    <svg class="stamp" viewBox="0 0 40 40" aria-hidden="true">
      <rect x="8" y="8" width="24" height="24" rx="6" />
      <path d="M13.5 20.5l4.5 4.5 9-9.5" />
    </svg>
  );
}

function headline(state: State, hasText: boolean): Headline {
  const { phase, checked, service, instance, domainId, version } = state;
  if (phase === "failed")
    return ["error", "The checker did not start", "Its worker could not be loaded"];
  if (phase === "offline") {
    const rest = hasText ? "; your text is still here" : "";
    return ["quiet", "The spec package did not load", `Check your connection${rest}`];
  }
  if (checked === undefined) return ["busy", "Loading the rules", `${domainId} ${version}`];
  const { verdict } = checked;
  if (verdict.kind === "empty")
    return ["quiet", "Nothing to check yet", "Paste a candidate, or start from an example"];
  if (verdict.kind === "too-large") {
    const [size, limit] = [verdict.bytes, instance.bodyLimit].map(
      (bytes) => `${Math.ceil(bytes / 1024)} KiB`,
    );
    return ["error", "Too large", `${size}; the service accepts requests up to ${limit}`];
  }
  if (verdict.kind === "unreadable")
    return ["error", verdict.title, `Line ${verdict.place.line}: ${verdict.message}`];
  if (verdict.kind === "wrapped")
    return ["quiet", `This is ${verdict.wrapper}`, "Only its candidate can be checked here"];
  const { errors, warnings } = withService(verdict.result.summary, service);
  const { repair } = verdict.result;
  if (errors === 0) {
    const advice = warnings === 0 ? [] : [`${countedNoun(warnings, "warning")} to consider`];
    if (asksService(state) && !isConfirmed(state))
      return [
        "open",
        "Valid so far",
        ["Whether the id is free is not checked", ...advice].join(". "),
      ];
    return [
      "valid",
      "Valid",
      [...advice, isOwn(state) ? "It fits your schema" : "The package is ready"].join(". "),
    ];
  }
  const found = [
    countedNoun(errors, "error"),
    ...(warnings > 0 ? [countedNoun(warnings, "warning")] : []),
  ].join(", ");
  const left =
    errors - (repair === undefined ? 0 : verdict.result.summary.errors - repair.remaining);
  if (left === 0) return ["error", found, "One click fixes every error"];
  return ["error", found, left === 1 ? "1 error needs you" : `${left} errors need you`];
}

function withService(summary: { errors: number; warnings: number }, { extra }: State["service"]) {
  const more = (severity: string) =>
    extra.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  return { errors: summary.errors + more("error"), warnings: summary.warnings + more("warning") };
}

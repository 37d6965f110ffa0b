import { equal } from "../../../src/json/value.js";
import { type Change, previewPatch } from "../../json/preview-patch.js";
import { type Problem, problemsOf } from "../problems-of.js";
import type { Session } from "../session.js";
import type { Fix } from "../state.js";
import { useStore } from "../store.js";
import { Blank } from "./blank.js";

const LABELS = { "machine-applicable": "Safe", "has-placeholders": "Fill in", "maybe-incorrect": "Review" };
const MAX_CHANGES = 4;

/** All problems, each with its fixes. */
export function Problems({ session }: { session: Session }) {
  const state = useStore(session.store);
  const { checked, instance, domainId, version } = state;
  const verdict = checked?.verdict;
  if (verdict?.kind !== "checked") return <Blank session={session} />;
  const problems = problemsOf(state);
  if (problems.length === 0) return <Blank session={session} />;
  const rules = `${instance.basePath}/rules/${domainId}/${version}`;
  return (
    <div class="list">
      {problems.map(({ diagnostic, place, isExtra }, at) => (
        <Card
          key={`${diagnostic.code} ${diagnostic.path} ${at}`}
          diagnostic={diagnostic}
          place={place}
          isExtra={isExtra}
          help={`${rules}#${diagnostic.code}`}
          request={{ candidate: verdict.candidate }}
          session={session}
        />
      ))}
      {verdict.result.summary.truncated && <p class="hint">There are more problems; these are the first.</p>}
    </div>
  );
}

interface CardProps extends Problem {
  readonly help: string;
  readonly request: object;
  readonly session: Session;
}

function Card({ diagnostic, place, isExtra, help, request, session }: CardProps) {
  const { code, severity, message, fixes, expected } = diagnostic;
  const goTo = ({ target }: MouseEvent) => {
    const isControl = (target as Element).closest("a, button") !== null;
    // Who selects a message to copy it stays where it is.
    if (!isControl && getSelection()?.isCollapsed !== false) session.goTo(place);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with the line does the same for the keyboard.
    <article class={`problem ${severity}`} onClick={goTo}>
      <header>
        <a href={help} target="_blank" rel="noopener">
          {code}
        </a>
        {code === "missing-property" && <span class="subject">{String(expected)}</span>}
        {isExtra && <span class="badge">from the service</span>}
        <button type="button" class="place" onClick={() => session.goTo(place)}>
          <span class="visually-hidden">{severity} on </span>line {place.line}
        </button>
      </header>
      <p>{message}</p>
      {distinct(fixes).map((fix) => (
        <FixRow key={fix.title} fix={fix} request={request} session={session} />
      ))}
    </article>
  );
}

/** A rule may offer as a guess what is also known to be right. */
function distinct(fixes: readonly Fix[]): Fix[] {
  return fixes.filter(({ patch }, at) => fixes.findIndex((other) => equal(other.patch, patch)) === at);
}

function FixRow({ fix, request, session }: { fix: Fix; request: object; session: Session }) {
  const { applicability, title, patch } = fix;
  const changes = previewPatch(request, patch);
  const isSafe = applicability === "machine-applicable";
  const verb = applicability === "has-placeholders" ? "Insert" : "Apply";
  return (
    <div class="remedy">
      <div>
        <em>
          {/* The label says already that there is something to fill in. */}
          <span class={isSafe ? "sure" : ""}>{LABELS[applicability]}</span> · {title.replace(/ and fill it in$/, "")}
        </em>
        {changes.slice(0, MAX_CHANGES).map((change, at) => (
          <Preview key={`${at} ${change.before} ${change.after}`} change={change} />
        ))}
        {changes.length > MAX_CHANGES && <em>and {changes.length - MAX_CHANGES} more changes</em>}
      </div>
      <button type="button" aria-label={`${verb}: ${title}`} onClick={() => session.applyFix(fix)}>
        {verb}
      </button>
    </div>
  );
}

function Preview({ change: { before, after } }: { change: Change }) {
  return (
    <code>
      {before !== undefined && <del>{before}</del>}
      {before !== undefined && after !== undefined && " → "}
      {after !== undefined && <ins>{after}</ins>}
    </code>
  );
}

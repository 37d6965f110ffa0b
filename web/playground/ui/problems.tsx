import { useState } from "preact/hooks";
import { isEqual } from "../../../src/ground/json/value.js";
import { TRUST } from "../../../src/pages/parts.js";
import { type Change, previewPatch } from "../../../src/pages/preview-patch.js";
import { Button, PlaceButton, PrimaryButton } from "../../workbench/parts.js";
import { groupsOf, insertsOf, type Problem, patchForAll, problemsOf } from "../problems-of.js";
import type { Session, View } from "../session.js";
import { asksService, type Fix, isConfirmed, isOwn } from "../state.js";
import { textForAgent } from "../text-for-agent.js";
import { CopyButton, Message } from "./parts.js";

const MAX_CHANGES = 4;
/** Cards that are drawn at once: more than fit on a screen, and few enough to be drawn between two keystrokes. */
const MAX_CARDS = 12;

/** All problems, each with its fixes; equal ones of one column share a card. */
export function Problems({ session, state }: View) {
  const [showsAll, showAll] = useState(false);
  const { checked, instance, domainId, version } = state;
  const verdict = checked?.verdict;
  const problems = problemsOf(state);
  const groups = groupsOf(problems);
  if (verdict?.kind !== "checked" || groups.length === 0)
    return <NoProblems session={session} state={state} />;
  const inserts = insertsOf(problems);
  const { truncated } = verdict.result.summary;
  const shown = showsAll ? groups : groups.slice(0, MAX_CARDS);
  const rules = isOwn(state) ? undefined : `${instance.basePath}/rules/${domainId}/${version}`;
  const shared = {
    rules,
    request: { candidate: verdict.candidate },
    session,
    pointed: state.pointed,
  };
  return (
    <div class="list">
      <div class="for-all">
        {inserts && (
          <Button
            onClick={() => session.apply(inserts, "Inserted. Fill in what the author must say.")}
          >
            Insert all missing properties
          </Button>
        )}
        <CopyButton label="Copy for my agent" text={() => textForAgent(state)} session={session} />
      </div>
      {shown.map((problems, at) => (
        <Card key={`${problems[0]?.diagnostic.code} ${at}`} problems={problems} {...shared} />
      ))}
      {groups.length > shown.length && (
        <Button onClick={() => showAll(true)}>Show {groups.length - shown.length} more</Button>
      )}
      {truncated && (
        <p class="hint">
          There are more problems; these are the first {verdict.result.diagnostics.length}.
        </p>
      )}
    </div>
  );
}

/** Takes the place of the list of problems if there are none to list. */
function NoProblems({ session, state }: View) {
  const { phase, checked } = state;
  if (phase === "offline" || phase === "failed")
    return (
      <Message title="Couldn't load the rules">
        Without them, this page cannot check anything.
        {session.text !== "" && " What you wrote stays in the editor."}
      </Message>
    );
  const kind = checked?.verdict.kind;
  if (kind === undefined)
    return (
      <div class="list" aria-hidden="true">
        {[1, 2, 3].map((at) => (
          <div key={at} class="skeleton" />
        ))}
      </div>
    );
  if (kind === "empty")
    return (
      <Message title="A blank page">
        <p>Paste a candidate into the editor, or start from one that has errors to fix.</p>
        <PrimaryButton onClick={() => session.chooseStart({ kind: "flawed" })}>
          Start with several errors
        </PrimaryButton>
      </Message>
    );
  if (kind === "too-large")
    return (
      <Message title="Too large for a request">
        Remove some of it. Checking resumes when it fits.
      </Message>
    );
  if (kind === "unreadable" || kind === "wrapped")
    return (
      <Message title="Waiting for a candidate">
        Problems appear here as soon as it can be read.
      </Message>
    );
  if (asksService(state) && !isConfirmed(state))
    return (
      <Message title="Nothing found so far">
        Every rule that can be checked here passes. Ask the service whether the id is free.
      </Message>
    );
  return (
    <Message title="Nothing is wrong" isJoyful>
      Every rule passes. The package is ready to be sent.
    </Message>
  );
}

interface CardProps {
  readonly problems: readonly Problem[];
  /** The line that the pointer is over. */
  readonly pointed: number | undefined;
  /** The page of the rules; a schema of the person has none. */
  readonly rules: string | undefined;
  readonly request: object;
  readonly session: Session;
}

function Card({ problems, pointed, rules, request, session }: CardProps) {
  const [{ diagnostic, place, isExtra }] = problems as [Problem];
  const { code, severity, message, fixes, expected } = diagnostic;
  const isGroup = problems.length > 1;
  const lines = problems.map(({ place }) => place.line);
  const goTo = ({ target }: MouseEvent) => {
    const isControl = (target as Element).closest("a, button, summary") !== null;
    // A person who selects a message to copy it stays there.
    if (!isControl && getSelection()?.isCollapsed !== false) session.goTo(place);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button with the line does the same for the keyboard.
    <article
      class={`card problem ${severity} ${lines.some((line) => line === pointed) ? "glow" : ""}`}
      onClick={goTo}
      onMouseEnter={() => session.glow(lines)}
      onMouseLeave={() => session.glow([])}
    >
      <header>
        {rules === undefined ? (
          <b>{code}</b>
        ) : (
          <a href={`${rules}#${code}`} target="_blank" rel="noopener">
            {code}
          </a>
        )}
        {code === "missing-property" && <span class="subject">{String(expected)}</span>}
        {isGroup && <span class="pill info">{problems.length} times</span>}
        {isExtra && <span class="pill info">from the service</span>}
        <GoTo problem={problems[0] as Problem} session={session} />
      </header>
      <p>
        {isGroup && "For example: "}
        {message}
      </p>
      {isGroup ? (
        <Group problems={problems} request={request} session={session} />
      ) : (
        <Fixes fixes={fixes} request={request} session={session} />
      )}
    </article>
  );
}

function GoTo({ problem: { diagnostic, place }, session }: { problem: Problem; session: Session }) {
  return (
    <PlaceButton onClick={() => session.goTo(place)}>
      <span class="visually-hidden">{diagnostic.severity} on </span>line {place.line}
    </PlaceButton>
  );
}

/** One button for all, and each place with its own fix on demand. */
function Group({ problems, request, session }: Omit<CardProps, "rules" | "pointed">) {
  const [isOpen, setOpen] = useState(false);
  const fixes = problems.map(({ diagnostic }) => diagnostic.fixes[0]);
  const [first] = fixes;
  const isForAll = fixes.every(
    (fix) => fix !== undefined && fix.applicability === first?.applicability,
  );
  return (
    <>
      {first && (
        <FixRow
          fix={first}
          request={request}
          count={isForAll ? problems.length : 1}
          apply={() =>
            isForAll
              ? session.apply(patchForAll(fixes as Fix[]), `Applied to all ${fixes.length}.`)
              : session.applyFix(first)
          }
        />
      )}
      <details class="places" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>All {problems.length} places</summary>
        {isOpen && (
          <ul>
            {problems.map((problem, at) => (
              <li key={at}>
                <GoTo problem={problem} session={session} /> {problem.diagnostic.message}
                <Fixes fixes={problem.diagnostic.fixes} request={request} session={session} />
              </li>
            ))}
          </ul>
        )}
      </details>
    </>
  );
}

/** Each fix once: a rule may offer as a guess what is also known to be right. */
function Fixes({
  fixes,
  request,
  session,
}: {
  fixes: readonly Fix[];
  request: object;
  session: Session;
}) {
  const distinct = fixes.filter(
    ({ patch }, at) => fixes.findIndex((other) => isEqual(other.patch, patch)) === at,
  );
  return distinct.map((fix) => (
    <FixRow key={fix.title} fix={fix} request={request} apply={() => session.applyFix(fix)} />
  ));
}

interface FixProps {
  readonly fix: Fix;
  readonly request: object;
  /** How many problems it is applied to. */
  readonly count?: number;
  apply(): void;
}

function FixRow({ fix, request, count = 1, apply }: FixProps) {
  const { applicability, title, patch } = fix;
  const changes = previewPatch(request, patch);
  const isSafe = applicability === "machine-applicable";
  const verb = applicability === "has-placeholders" ? "Insert" : "Apply";
  return (
    <div class="fix remedy">
      <div>
        <em>
          {/* The label says already that there is something to fill in. */}
          <span class={isSafe ? "sure" : ""}>{TRUST[applicability]}</span> ·{" "}
          {title.replace(/ and fill it in$/, "")}
        </em>
        {changes.slice(0, MAX_CHANGES).map((change, at) => (
          <Preview key={`${at} ${change.before} ${change.after}`} change={change} />
        ))}
        {changes.length > MAX_CHANGES && <em>and {changes.length - MAX_CHANGES} more changes</em>}
      </div>
      <button
        type="button"
        aria-label={count > 1 ? undefined : `${verb}: ${title}`}
        onClick={apply}
      >
        {count > 1 ? `${verb} to all ${count}` : verb}
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

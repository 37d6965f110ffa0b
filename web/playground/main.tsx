import { render } from "preact";
import type { DrawnExample, Instance } from "../../src/pages/pages/playground.js";
import type { BuildResult } from "../../src/proposals/results.js";
import { elementById, store, stored, tabKey } from "../page-tools.js";
import { makeSplit } from "../workbench/split.js";
import { Session } from "./session.js";
import { isLink, type Link } from "./share.js";
import { Picks } from "./ui/picks.js";
import { Side } from "./ui/side.js";
import { NoticeLine, Status } from "./ui/status.js";
import { listenForShortcuts, Tools } from "./ui/tools.js";

/** Browsers limit how often the state of a page is replaced. */
const DRAFT_MS = 300;
/** Names the draft that outlasts the tab. The draft of the tab itself is in its history, which a reload keeps. */
const DRAFT = "assay-draft";

const instance: Instance = JSON.parse(elementById("instance").textContent ?? "");
/** True if the page opens something other than the example that the server has drawn. */
const isOpening = "opens" in document.documentElement.dataset;
const example = isOpening ? undefined : instance.drawn;
const session = new Session(
  {
    instance,
    domainId: instance.domains[0]?.id ?? "",
    version: "",
    targetProduct: "",
    ...(example && startFrom(example)),
    start: isOpening ? "" : '{"kind":"flawed"}',
    phase: "loading",
    tab: "problems",
    wraps: stored("assay-wrap") === "on",
    key: tabKey(),
    service: { isAsking: false, extra: [] },
  },
  elementById("editor"),
  example?.text ?? "",
  changed,
);

/** The server has checked the example already, so the page is complete before its worker has started. */
function startFrom({
  domainId,
  version,
  targetProduct,
  candidate,
  result,
  places,
  keyCodes,
}: DrawnExample) {
  const verdict = {
    kind: "checked" as const,
    candidate,
    result: result as BuildResult,
    places,
    keyCodes: new Set(keyCodes),
  };
  return { domainId, version, targetProduct, checked: { verdict } };
}

let isSideDrawn = false;
draw();
makeSplit(elementById("split"));
listenForShortcuts(session);
keepFocus(elementById("side"), elementById("notice"));
// The next action makes a notice about the last one old. Its own buttons close it themselves.
document.addEventListener(
  "click",
  ({ target }) => {
    if (session.state.notice && !(target as Element).closest("#notice"))
      session.update({ notice: undefined });
  },
  true,
);

let isDrawing = false;
let draftTimer: ReturnType<typeof setTimeout>;
/** Draws the page once for all changes that are made together, and keeps the draft soon. */
function changed(): void {
  clearTimeout(draftTimer);
  draftTimer = setTimeout(keepDraft, DRAFT_MS);
  if (isDrawing) return;
  isDrawing = true;
  queueMicrotask(() => {
    isDrawing = false;
    draw();
  });
}

function draw(): void {
  const { state } = session;
  const view = { session, state };
  render(<Picks {...view} />, elementById("picks"));
  render(<Tools {...view} />, elementById("tools"));
  render(<Status {...view} />, elementById("status"));
  render(<NoticeLine {...view} />, elementById("notice"));
  if (!isSideDrawn) elementById("side").replaceChildren();
  isSideDrawn = true;
  render(<Side {...view} />, elementById("side"));
}

/**
 * A button may be gone with what it was about. The focus then goes on to the problem that comes next, or to the
 * verdict: without that, it would be at the top of the page.
 */
function keepFocus(...parts: readonly HTMLElement[]): void {
  const problems = () => [...document.querySelectorAll("article.problem")];
  let last: { readonly element: Element; readonly at: number } | undefined;
  document.addEventListener("focusin", ({ target }) => {
    const element = target as Element;
    last = { element, at: problems().indexOf(element.closest(".problem") as Element) };
  });
  const observer = new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || document.activeElement !== document.body)
      return;
    const left = problems();
    const next = left[Math.min(Math.max(last.at, 0), left.length - 1)];
    const control = next?.querySelector(".remedy button") ?? next?.querySelector("button");
    ((control ?? document.querySelector(".headline")) as HTMLElement | null)?.focus();
  });
  for (const one of parts) observer.observe(one, { childList: true, subtree: true });
}

/** The editor takes longer to start than all the rest, so it waits until the page is idle, or somebody uses it. */
const MAX_IDLE_WAIT_MS = 1500;
const startEditor = () => void session.editor();
for (const sign of ["pointerdown", "keydown"])
  addEventListener(sign, startEditor, { once: true, passive: true });
if (isOpening) startEditor();
// Safari has no idle callbacks.
else if ("requestIdleCallback" in globalThis)
  requestIdleCallback(startEditor, { timeout: MAX_IDLE_WAIT_MS });
else setTimeout(startEditor, MAX_IDLE_WAIT_MS);

const open = () =>
  history.state ? session.open(history.state) : session.openAddress(location.hash);
const draft = location.hash === "" && history.state === null ? keptDraft() : undefined;
void (draft === undefined ? open() : session.openDraft(draft));

function keptDraft(): Link | undefined {
  try {
    return JSON.parse(stored(DRAFT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

let address = location.hash;
// A person who comes back to the page, reloads it or closes the tab finds the draft again.
function keepDraft(): void {
  const { draft } = session;
  // Until the event of a link that was followed, the draft belongs to the entry before it in the history.
  if (draft === undefined || location.hash !== address) return;
  history.replaceState(draft, "");
  store(DRAFT, draft.text?.trim() ? JSON.stringify(draft) : undefined);
}
addEventListener("hashchange", () => {
  address = location.hash;
  // "Skip to content" adds an entry to the history that has neither a candidate nor a draft.
  if (isLink(location.hash) || history.state !== null) void open();
  else keepDraft();
});
// Early enough for coming back to the page, but too late for a reload.
addEventListener("pagehide", keepDraft);

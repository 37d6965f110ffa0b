import { render } from "preact";
import type { Instance } from "../../src/site/instance.js";
import { keep, kept, tabKey } from "../kept.js";
import { Session } from "./session.js";
import { isLink, type Link } from "./share.js";
import { listenForShortcuts } from "./shortcuts.js";
import { makeSplit } from "./split.js";
import type { State } from "./state.js";
import { Store } from "./store.js";
import { keepFocus } from "./ui/keep-focus.js";
import { Picks } from "./ui/picks.js";
import { Side } from "./ui/side.js";
import { Status } from "./ui/status.js";
import { Tools } from "./ui/tools.js";

/** Browsers limit how often the state of a page is replaced. */
const DRAFT_MS = 300;
/** Names the draft that outlasts the tab. The draft of the tab itself is in its history, which a reload keeps. */
const DRAFT = "assay-draft";

function part(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

const instance: Instance = JSON.parse(part("instance").textContent ?? "");
/** True if the page opens something other than the example that the server has drawn. */
const isOpening = "opens" in document.documentElement.dataset;
const store = new Store<State>({
  instance,
  domainId: instance.domains[0]?.id ?? "",
  version: "",
  targetProduct: "",
  start: isOpening ? "" : '{"kind":"flawed"}',
  phase: "loading",
  tab: "problems",
  wraps: kept("assay-wrap") === "on",
  isHelpOpen: false,
  key: tabKey(),
  service: { isAsking: false, extra: [] },
});
const drawn = isOpening ? "" : (part("editor").textContent ?? "");
const session = new Session(store, part("editor"), drawn);
render(<Picks session={session} />, part("picks"));
render(<Tools session={session} />, part("tools"));
render(<Status session={session} />, part("status"));
/** Until there is a first verdict, the one that the server has drawn stays. */
const showSide = () => {
  part("side").replaceChildren();
  render(<Side session={session} />, part("side"));
};
if (isOpening) showSide();
else {
  const leave = store.subscribe(() => {
    if (store.state.phase === "loading" || (store.state.phase === "ready" && !store.state.checked)) return;
    leave();
    showSide();
  });
}
makeSplit(part("split"));
listenForShortcuts(session);
keepFocus(part("side"), part("status"));

/** The editor takes longer to start than all the rest, so it waits for the first sign of a person. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "focusin", "wheel"];
const startEditor = () => {
  for (const sign of SIGNS) removeEventListener(sign, startEditor);
  void session.editor();
};
if (isOpening) startEditor();
else for (const sign of SIGNS) addEventListener(sign, startEditor, { passive: true });

const open = () => session.open(location.hash, history.state ?? undefined);
const draft = location.hash === "" && history.state === null ? keptDraft() : undefined;
void (draft === undefined ? open() : session.openDraft(draft));

function keptDraft(): Link | undefined {
  try {
    return JSON.parse(kept(DRAFT) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

let address = location.hash;
// A person who comes back to the page, reloads it or closes the tab finds the draft again.
const keepDraft = () => {
  const { draft } = session;
  // Between following a link and its event, the draft belongs to the entry before.
  if (draft === undefined || location.hash !== address) return;
  history.replaceState(draft, "");
  keep(DRAFT, draft.text?.trim() ? JSON.stringify(draft) : undefined);
};
addEventListener("hashchange", () => {
  address = location.hash;
  // "Skip to content" leads to an entry of the session that is no link and has no draft yet.
  if (isLink(location.hash) || history.state !== null) void open();
  else keepDraft();
});
let timer: ReturnType<typeof setTimeout>;
store.subscribe(() => {
  clearTimeout(timer);
  timer = setTimeout(keepDraft, DRAFT_MS);
});
// In time for coming back; too late for loading the page again.
addEventListener("pagehide", keepDraft);

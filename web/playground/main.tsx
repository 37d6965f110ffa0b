import { render } from "preact";
import type { Instance } from "../../src/site/instance.js";
import { tabKey } from "../kept.js";
import { Session } from "./session.js";
import { isLink } from "./share.js";
import type { State } from "./state.js";
import { Store } from "./store.js";
import { keepFocus } from "./ui/keep-focus.js";
import { Picks } from "./ui/picks.js";
import { Side } from "./ui/side.js";
import { Status } from "./ui/status.js";

/** Browsers limit how often the state of a page is replaced. */
const DRAFT_MS = 300;

function part(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

const instance: Instance = JSON.parse(part("instance").textContent ?? "");
const store = new Store<State>({
  instance,
  domainId: instance.domains[0]?.id ?? "",
  version: "",
  targetProduct: "",
  start: "",
  phase: "loading",
  tab: "problems",
  key: tabKey(),
  service: { isAsking: false, extra: [] },
});
const session = new Session(store, part("editor"));
render(<Picks session={session} />, part("picks"));
render(<Side session={session} />, part("side"));
render(<Status session={session} />, part("status"));
keepFocus(part("side"), part("status"));
const open = () => session.open(location.hash, history.state ?? undefined);
void open();
// Who comes back to the page, or loads it again, finds what was there. The session of the browser keeps it, no
// storage.
const keepDraft = () => {
  const { draft } = session;
  if (draft !== undefined) history.replaceState(draft, "");
};
addEventListener("hashchange", () => {
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

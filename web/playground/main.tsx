import { render } from "preact";
import type { Instance } from "../../src/site/instance.js";
import { Session } from "./session.js";
import type { State } from "./state.js";
import { Store } from "./store.js";
import { Picks } from "./ui/picks.js";
import { Side } from "./ui/side.js";
import { Status } from "./ui/status.js";

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
  service: { isAsking: false, extra: [] },
});
const session = new Session(store, part("editor"));
render(<Picks session={session} />, part("picks"));
render(<Side session={session} />, part("side"));
render(<Status session={session} />, part("status"));
void session.open(location.hash);
addEventListener("hashchange", () => session.open(location.hash));

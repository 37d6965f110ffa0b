import type { Session } from "../session.js";
import type { State, Tab } from "../state.js";
import { useStore } from "../store.js";
import { Compare } from "./compare.js";
import { Package } from "./package.js";
import { Problems } from "./problems.js";
import { Send } from "./send.js";
import { Verdict } from "./verdict.js";

const TABS: readonly Tab[] = ["problems", "package", "compare", "send"];
const PANELS = { problems: Problems, package: Package, compare: Compare, send: Send };

/** The verdict, and behind it four tabs. */
export function Side({ session }: { session: Session }) {
  const state = useStore(session.store);
  const { tab } = state;
  const Panel = PANELS[tab];
  /** The arrow keys, Home and End choose a tab, as in every tab list. */
  const move = (event: KeyboardEvent) => {
    const at = TABS.indexOf(tab);
    const goal = new Map([
      ["ArrowRight", at + 1],
      ["ArrowLeft", at - 1],
      ["Home", 0],
      ["End", -1],
    ]).get(event.key);
    if (goal === undefined) return;
    event.preventDefault();
    const next = TABS.at(goal % TABS.length) as Tab;
    session.show(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <Verdict session={session} />
      <div class="tabs views" role="tablist" aria-label="Views">
        {TABS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            aria-controls="panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => session.show(one)}
            onKeyDown={move}
          >
            {labelOf(one, state)}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for people without a mouse. */}
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={0}>
        <Panel session={session} />
      </div>
    </>
  );
}

function labelOf(tab: Tab, { version, otherVersion }: State) {
  if (tab !== "compare") return { problems: "Problems", package: "Package", send: "Send" }[tab];
  return <>Compare {otherVersion !== undefined && <span class="versions-of">{`${version} · ${otherVersion}`}</span>}</>;
}

import { store, stored } from "../page-tools.js";

const NAME = "assay-split";
const [MIN, MAX, START, STEP] = [20, 80, 53, 2];

/**
 * Makes a handle between two columns that is dragged, or moved with the arrow keys; a double click
 * resets it.
 */
export function makeSplit(handle: HTMLElement): void {
  const frame = handle.parentElement as HTMLElement;
  let percent = START;
  const move = (to: number) => {
    percent = Math.min(MAX, Math.max(MIN, Math.round(to)));
    frame.style.setProperty("--split", `${percent}%`);
    handle.ariaValueNow = String(percent);
    store(NAME, percent === START ? undefined : String(percent));
  };
  handle.role = "separator";
  handle.tabIndex = 0;
  handle.ariaLabel = "Width of the editor";
  handle.ariaOrientation = "vertical";
  [handle.ariaValueMin, handle.ariaValueMax] = [String(MIN), String(MAX)];
  handle.addEventListener("pointerdown", ({ pointerId }) => handle.setPointerCapture(pointerId));
  handle.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (!handle.hasPointerCapture(pointerId)) return;
    const { left, width } = frame.getBoundingClientRect();
    move(((clientX - left) / width) * 100);
  });
  handle.addEventListener("dblclick", () => move(START));
  handle.addEventListener("keydown", (event) => {
    const goal = { ArrowLeft: percent - STEP, ArrowRight: percent + STEP, Home: MIN, End: MAX }[
      event.key
    ];
    if (goal === undefined) return;
    event.preventDefault();
    move(goal);
  });
  move(Number(stored(NAME)) || START);
}

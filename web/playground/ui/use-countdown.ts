import { useEffect, useReducer } from "preact/hooks";

const TICK_MS = 250;

/** Whole seconds until a time of `performance.now()`; 0 once it has passed. */
export function useCountdown(until = 0): number {
  const [, tick] = useReducer<number, void>((ticks) => ticks + 1, 0);
  const seconds = Math.max(0, Math.ceil((until - performance.now()) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, isOver]);
  return seconds;
}

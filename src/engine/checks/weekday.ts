import { addDays, WEEKDAYS, weekdayOf } from "../order.js";
import type { NodeCheckDefinition } from "./check.js";

export const weekday: NodeCheckDefinition = {
  name: "weekday",
  summary:
    "The date, or the date-time at its own offset, falls on one of these days of the week. `{weekday}` is the day on which it falls, and `{next}` is the first such date after it.",
  value: { $ref: "#/$defs/weekdays" },
  types: ["date"],
  placeholders: () => ["weekday", "next"],
  triedWith: "examples and placeholders",
  compile({ value }) {
    const allowed = value as string[];
    return () => (actual, context) => {
      const day = weekdayOf(actual);
      if (day === undefined || allowed.includes(day)) return;
      const isAllowed = (date: string | undefined) => allowed.includes(weekdayOf(date) as string);
      const next = () => WEEKDAYS.map((_, index) => addDays(actual, index + 1)).find(isAllowed);
      context.report({ expected: allowed, fills: { weekday: day, next } });
    };
  },
};

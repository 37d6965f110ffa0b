import type { Check } from "./check.js";

export const registeredCheck: Check = {
  name: "registered",
  summary: "Finds ids that are in the registry of the target product. `free` is a similar id that is not taken.",
  params: {},
  fills: ["free"],
  compile: () => ({
    judge(value, here) {
      const { registry } = here;
      if (typeof value !== "string" || !registry.has(value)) return;
      const free = () => {
        let number = 2;
        while (registry.has(`${value}-${number}`)) number++;
        return `${value}-${number}`;
      };
      here.report({ fills: { free } });
    },
  }),
};

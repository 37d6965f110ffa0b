import { cases } from "./cases.js";
import { found } from "./found.js";

const names = { candidate: "/s/*/id" };
const acyclic = { at: "/s/*/after/*", "refers-to": { names, order: "acyclic" } };
const earlier = { at: "/s/*/after/*", "refers-to": { names, order: "earlier" } };

cases("refers-to, acyclic", [
  [
    "passes a diamond",
    acyclic,
    { s: [{ id: "a", after: ["b", "c"] }, { id: "b", after: ["d"] }, { id: "c", after: ["d"] }, { id: "d" }] },
    [],
  ],
  [
    "finds an item that refers to itself",
    acyclic,
    { s: [{ id: "a", after: ["a"] }] },
    [{ path: "/s/0/after/0", cycle: ["a", "a"] }],
  ],
  [
    "finds what closes a cycle, once",
    acyclic,
    { s: [{ id: "x", after: ["a"] }, { id: "a", after: ["b"] }, { id: "b", after: ["c", "a"] }, { id: "c" }] },
    [{ path: "/s/2/after/1", cycle: ["a", "b", "a"] }],
  ],
  ["leaves unknown names to others", acyclic, { s: [{ id: "a", after: ["z", 5] }] }, []],
  [
    "takes one reference for each item, too",
    { at: "/s/*/parent", "refers-to": { names, order: "acyclic" } },
    {
      s: [
        { id: "a", parent: "b" },
        { id: "b", parent: "a" },
      ],
    },
    [{ path: "/s/1/parent", cycle: ["a", "b", "a"] }],
  ],
]);

const inGroups = {
  at: "/g/*/s/*/after/*",
  per: "/g/*",
  "refers-to": { names: { candidate: "/g/*/s/*/id" }, order: "acyclic" },
};
const circle = [
  { id: "a", after: ["b"] },
  { id: "b", after: ["a"] },
];
cases("refers-to, acyclic in each group", [
  [
    "finds the circle of every group",
    inGroups,
    { g: [{ s: circle }, { s: [{ id: "a" }] }, { s: circle }] },
    [0, 2].map((group) => ({ path: `/g/${group}/s/1/after/0`, cycle: ["a", "b", "a"] })),
  ],
  [
    "does not take the name of another group",
    inGroups,
    { g: [{ s: [{ id: "a", after: ["b"] }] }, { s: [{ id: "b", after: ["a"] }] }] },
    [],
  ],
]);

cases("refers-to, earlier", [
  ["passes what is declared before", earlier, { s: [{ id: "a" }, { id: "b", after: ["a"] }] }, []],
  [
    "finds what is declared later, and itself",
    earlier,
    { s: [{ id: "a", after: ["b", "a"] }, { id: "b" }] },
    [
      { path: "/s/0/after/0", declaration: "/candidate/s/1/id" },
      { path: "/s/0/after/1", declaration: "/candidate/s/0/id" },
    ],
  ],
]);

test("a chain of references may be longer than the call stack", () => {
  const s = Array.from({ length: 20_000 }, (_, n) => ({ id: `n${n}`, after: [`n${(n + 1) % 20_000}`] }));
  const [cycle, ...others] = found(acyclic, { s });
  expect(others).toEqual([]);
  expect(cycle?.path).toBe("/s/19999/after/0");
});

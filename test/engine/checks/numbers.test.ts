import { cases } from "./cases.js";

const total = (path: string, sum: number | string, expected: Record<string, number>) => ({
  path,
  expected,
  sum,
  ...expected,
});

cases("sum", [
  ["adds decimals exactly", { at: "/a/*/w", sum: { min: 0.3, max: 0.3 } }, { a: [{ w: 0.1 }, { w: 0.2 }] }, []],
  [
    "finds another sum",
    { at: "/a/*/w", sum: { min: 100, max: 100 } },
    { a: [{ w: 99.9 }, { w: 0.2 }] },
    [total("/a", 100.1, { min: 100, max: 100 })],
  ],
  ["excludes a limit", { at: "/a/*", sum: { below: 3 } }, { a: [1, 2] }, [total("/a", 3, { below: 3 })]],
  [
    "is written out where no number is as large",
    { at: "/a/*", sum: { max: 9 } },
    { a: [1.25e308, 1.25e308] },
    [total("/a", "2.5e+308", { max: 9 })],
  ],
  ["is zero for none", { at: "/a/*", sum: { above: 0 } }, { a: [] }, [total("/a", 0, { above: 0 })]],
  [
    "is compared with a property of each group",
    { at: "/a/*/l/*", per: "/a/*", sum: { max: { item: "/most" } } },
    {
      a: [
        { most: 3, l: [1, 2] },
        { most: 3, l: [2, 2] },
      ],
    },
    [total("/a/1", 4, { max: 3 })],
  ],
  ["leaves other values to the shape", { at: "/a/*", sum: { max: 1 } }, { a: [5, "1"] }, []],
  [
    "takes the largest and the smallest numbers",
    { at: "/a/*", sum: { max: 1e308 } },
    { a: [1e308, 5e-324] },
    [total("/a", 1e308, { max: 1e308 })],
  ],
]);

const stepped = (path: string, step: number, rounded: number) => ({
  path,
  expected: { multipleOf: step },
  step,
  rounded,
});

cases("multiple-of", [
  ["takes decimals exactly", { at: "/a/*", "multiple-of": 0.01 }, { a: [0.07, 1.1, 0, -0.29, 1e21] }, []],
  [
    "finds what lies between, and the nearest",
    { at: "/a/*", "multiple-of": 0.01 },
    { a: [0.074, 0.005, -0.011] },
    [stepped("/a/0", 0.01, 0.07), stepped("/a/1", 0.01, 0.01), stepped("/a/2", 0.01, -0.01)],
  ],
  [
    "has a step by currency",
    { at: "/a/*/v", "multiple-of": { spec: "/steps", by: { item: "/c" } } },
    {
      a: [
        { v: 1.5, c: "JPY" },
        { v: 1.5, c: "EUR" },
        { v: 1.555, c: "XXX" },
      ],
    },
    [stepped("/a/0/v", 1, 2)],
  ],
  ["has no step of zero", { at: "/a", "multiple-of": { candidate: "/b" } }, { a: 1, b: 0 }, []],
]);

import { isSlipOf } from "../../src/text/slips.js";

test.each<[key: string, name: string, isSlip: boolean]>([
  ["measuerdOn", "measuredOn", true],
  ["rainyDay", "rainyDays", true],
  ["temperstureC", "temperatureC", true],
  ["Temp. (\u00b0C)", "tempC", true],
  ["ranch", "branch", true],
  ["ageonths", "ageMonths", true],
  ["heightcm", "heightMm", false],
  ["temperature", "temperatureC", false],
  ["temperatureC", "temperatureF", false],
  ["heightM", "heightMm", false],
  ["toCity", "twoCity", false],
  ["paid", "notPaid", false],
  ["price", "grossPrice", false],
  ["active", "inactive", false],
  ["typical", "atypical", false],
  ["isOpen", "isOpened", false],
  ["employee", "employer", false],
  ["rate1", "rate2", false],
  ["discount %", "discount", false],
  ["\u6e29\u5ea6", "\u6e7f\u5ea6", false],
])("%s for %s", (key, name, isSlip) => {
  expect(isSlipOf(key, name)).toBe(isSlip);
});

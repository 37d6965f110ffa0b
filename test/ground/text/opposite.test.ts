import { isOpposite } from "../../../src/ground/text/opposite.js";

test.each([
  ["disabled", "enabled"],
  ["non-human", "human"],
  ["unrealistic", "realistic"],
  ["required", "nullable"],
  ["valid", "invalid"],
  ["isDisabled", "isEnabled"],
  ["is_disabled", "enabled"],
  ["notRequired", "required"],
  ["min_price", "maxPrice"],
  ["!organic", "organic"],
  ["cloudless", "cloudy"],
  ["smokeless", "smoky"],
  ["sugarFree", "sugar"],
  ["endsOn", "startsOn"],
  ["inclusions", "exclusions"],
  ["surchargePercent", "discountPercent"],
])("%j is the contrary of %j", (one, other) => {
  expect(isOpposite(one, other)).toBe(true);
  expect(isOpposite(other, one)).toBe(true);
});

test.each([
  ["human", "Human"],
  ["realstic", "realistic"],
  ["note", "e"],
  ["isEnabled", "enabled"],
  ["minPrice", "maxWeight"],
  ["price", "weight"],
  ["bless", "blend"],
  ["wireless", "wifi"],
  ["start", "starts"],
])("%j is not the contrary of %j", (one, other) => expect(isOpposite(one, other)).toBe(false));

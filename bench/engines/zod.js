import { z } from "zod";
import { areDistinct, IDENTIFIER, KEBAB_CASE, NO_SPACE, recordsConform, STRATEGIES, TYPES } from "./v1.js";

export const name = "zod";

export function create(registry) {
  const text = (max) => z.string().trim().min(1).max(max);
  const field = z.strictObject({
    name: z.string().max(64).regex(IDENTIFIER),
    type: z.enum(Object.keys(TYPES)),
    description: text(1000),
  });
  const candidate = z
    .strictObject({
      owner: z.strictObject({ kind: z.literal("human"), id: z.string().max(128).regex(NO_SPACE) }),
      generatorId: z
        .string()
        .min(3)
        .max(64)
        .regex(KEBAB_CASE)
        .refine((id) => !registry.has(id)),
      generatorName: text(80),
      description: text(2000),
      outputFields: z
        .array(field)
        .min(1)
        .max(64)
        .refine((fields) => areDistinct(fields.map(({ name }) => name))),
      supportedStrategies: z.array(z.enum(STRATEGIES)).min(1).refine(areDistinct),
      sampleRecords: z.array(z.record(z.string(), z.unknown())).min(1).max(500),
      rationaleNotes: z.string().max(4000).optional(),
    })
    .refine(({ sampleRecords, outputFields }) => recordsConform(sampleRecords, outputFields));
  return (value) => candidate.safeParse(value).success;
}

import { z } from 'zod'

/**
 * A part of a model's answer that is left out, as undefined, where it breaks a rule: the rest of the answer would otherwise be lost
 * with it, and everything asked again. The model is told all rules, and that the part is required.
 */
export function unlessOdd<Part>(part: z.ZodType<Part>) {
  const orNone: z.ZodType<Part | undefined> = part
  return orNone.catch(undefined)
}

/** A list in a model's answer, without the items that break a rule, and without those beyond `max`. The model is told both. */
export const listOf = <Item>(item: z.ZodType<Item>, max: number) =>
  z
    .array(unlessOdd(item))
    .overwrite((items) => items.slice(0, max))
    .max(max)
    .transform((items) => items.filter((one) => one !== undefined))

import { z } from 'zod'
import { tiers } from '#contract/plans.ts'

/** Separate from the plan catalogue, which pages load, so that zod stays on the server. */
export const tier = z.enum(tiers)

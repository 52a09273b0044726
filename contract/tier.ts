import { z } from 'zod'
import { tiers } from '#contract/plans.ts'

/** Apart from the catalogue, which pages read: the schemas stay on the server. */
export const tier = z.enum(tiers)

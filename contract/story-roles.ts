import { z } from 'zod'
import { sharedRoles } from '#contract/rights.ts'

export const sharedRole = z.enum(sharedRoles)

/** What a person may do with a story. */
export const storyRole = z.enum(['owner', ...sharedRoles])

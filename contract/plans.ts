import { z } from 'zod'

export const tiers = ['free', 'family', 'generation'] as const
export const tier = z.enum(tiers)
export type Tier = z.infer<typeof tier>

const GB = 1_000_000_000

/**
 * The one plan catalogue. null means unlimited. Collaborators are those who may change something (editors and admins),
 * viewers those who may only look.
 */
export const plans = {
  free: {
    name: 'Free Forever',
    storageBytes: 5 * GB,
    aiHoursPerMonth: 1,
    collaborators: 0,
    viewers: 5,
    storybooksPerMonth: 5,
  },
  family: {
    name: 'Family Plan',
    storageBytes: 100 * GB,
    aiHoursPerMonth: 20,
    collaborators: null,
    viewers: null,
    storybooksPerMonth: 10,
  },
  generation: {
    name: 'Generation Plan',
    storageBytes: null,
    aiHoursPerMonth: null,
    collaborators: null,
    viewers: null,
    storybooksPerMonth: null,
  },
} as const satisfies Record<
  Tier,
  {
    name: string
    storageBytes: number | null
    aiHoursPerMonth: number | null
    collaborators: number | null
    viewers: number | null
    storybooksPerMonth: number | null
  }
>

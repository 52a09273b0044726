export const tiers = ['free', 'family', 'generation'] as const
export type Tier = (typeof tiers)[number]

const GB = 1_000_000_000

/** What a plan allows; null means unlimited. The database enforces every one of them. */
export type PlanLimits = {
  storageBytes: number | null
  aiHoursPerMonth: number | null
  /** People who may change something: editors and admins. */
  collaborators: number | null
  /** People who may only view. */
  viewers: number | null
  /** New storybooks in a calendar month (UTC). */
  storybooksPerMonth: number | null
  /** Files made from storybooks in a calendar month. Archives of everything are never limited. */
  exportsPerMonth: number | null
  /** Chapters written and pictures drawn by a machine in a calendar month, where the server has a model for that. */
  aiPagesPerMonth: number | null
}

export type Plan = PlanLimits & {
  name: string
  priceCents: number
  /** 'forever' or 'per month', shown after the price. */
  period: string
  description: string
  badge: string | null
  /** Whether people can buy it themselves. */
  isForSale: boolean
}

/** The one plan catalogue; the landing page, the billing page, the database's limits and Stripe's prices are all taken from it. */
export const plans = {
  free: {
    name: 'Free Forever',
    priceCents: 0,
    period: 'forever',
    description: 'Everything it takes to begin a family’s collection.',
    badge: null,
    isForSale: false,
    storageBytes: 5 * GB,
    aiHoursPerMonth: 1,
    collaborators: 0,
    viewers: 5,
    storybooksPerMonth: 5,
    exportsPerMonth: 10,
    aiPagesPerMonth: 20,
  },
  family: {
    name: 'Family Plan',
    priceCents: 1_999,
    period: 'per month',
    description: 'Room for a whole family’s films and voices, kept together.',
    badge: 'Most Popular',
    isForSale: true,
    storageBytes: 100 * GB,
    aiHoursPerMonth: 20,
    collaborators: null,
    viewers: null,
    storybooksPerMonth: 10,
    exportsPerMonth: null,
    aiPagesPerMonth: 200,
  },
  generation: {
    name: 'Generation Plan',
    priceCents: 4_999,
    period: 'per month',
    description: 'Without any limit, for an archive of generations.',
    badge: 'Coming Soon',
    isForSale: false,
    storageBytes: null,
    aiHoursPerMonth: null,
    collaborators: null,
    viewers: null,
    storybooksPerMonth: null,
    exportsPerMonth: null,
    aiPagesPerMonth: null,
  },
} as const satisfies Record<Tier, Plan>

export type PlanFeature = { name: string; description: string; included: boolean }

/**
 * The features of a plan, in the words and the order that people read. They are derived from its limits, so that the two cannot
 * differ.
 */
export function featuresOf(plan: PlanLimits): PlanFeature[] {
  const {
    storageBytes,
    aiHoursPerMonth,
    collaborators,
    viewers,
    storybooksPerMonth,
    exportsPerMonth,
    aiPagesPerMonth,
  } = plan
  return [
    {
      name: storageBytes === null ? 'Unlimited storage' : `${storageBytes / GB} GB of storage`,
      description: 'Originals count to the byte; the copies that we make of them do not.',
      included: true,
    },
    {
      name: 'Unlimited recordings',
      description: 'As many and as long as the storage holds.',
      included: true,
    },
    {
      name: aiHoursPerMonth === null ? 'Unlimited AI analysis' : `${hours(aiHoursPerMonth)} of AI analysis`,
      description: 'Recordings that are heard and written down, where a speech engine is set up.',
      included: true,
    },
    {
      name: viewers === null ? 'Sharing with everybody' : `Sharing with up to ${viewers} family members`,
      description: 'People who may look and listen.',
      included: true,
    },
    {
      name: collaborators === null ? 'Unlimited collaborators' : `${collaborators} collaborators`,
      description: 'Editors and admins, who tell and correct with you.',
      included: collaborators !== 0,
    },
    {
      name:
        storybooksPerMonth === null
          ? 'Unlimited storybooks'
          : `${storybooksPerMonth} new storybooks per month`,
      description: 'Books made of stories, with the voices that told them.',
      included: true,
    },
    {
      name:
        exportsPerMonth === null
          ? 'Unlimited exports'
          : `Limited exports: ${exportsPerMonth} files per month`,
      description: 'Storybooks as files. Taking out everything you own is never limited.',
      included: true,
    },
    {
      name:
        aiPagesPerMonth === null
          ? 'Unlimited chapters and pictures by AI'
          : `${aiPagesPerMonth} chapters or pictures by AI per month`,
      description: 'Written from the recordings and drawn for a book, where a model is set up.',
      included: true,
    },
  ]
}

/** A price as it is written: '$0', '$19.99'. */
export function formatPrice(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`
}

const hours = (count: number) => `${count} ${count === 1 ? 'hr' : 'hrs'}/month`

import { z } from 'zod'
import { errors } from '#contract/errors.ts'
import { id, optionalText, requiredText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { procedure } from '#contract/procedure.ts'
import { tier } from '#contract/tier.ts'
import { waitingThing } from '#contract/waiting.ts'

/** How dates are written: `November 21, 2026`, `21 November 2026` or `2026-11-21`. */
export const dateFormats = ['month-first', 'day-first', 'year-first'] as const
export type DateFormat = (typeof dateFormats)[number]

export const profile = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  /** The portrait of the account's own person in the family tree, so that each person has exactly one picture. */
  avatarUrl: z.string().nullable(),
  phone: z.string(),
  location: z.string(),
  bio: z.string(),
  dateFormat: z.enum(dateFormats),
  /** Whether the server's settings name this account as an operator. */
  isOperator: z.boolean(),
})
export type Profile = z.infer<typeof profile>

const profileTexts = z.object({
  fullName: requiredText(limits.fullName).optional(),
  phone: optionalText(limits.shortText).optional(),
  location: optionalText(limits.shortText).optional(),
  bio: optionalText(limits.longText).optional(),
})

/**
 * What a person may change; omitted fields stay as they are. `was` holds the texts as the person last read them: if something else
 * is stored by now, and it is not the new text either, nothing is changed.
 */
export const profileUpdate = profileTexts.extend({
  dateFormat: z.enum(dateFormats).optional(),
  was: profileTexts.extend({ fullName: z.string().optional() }).optional(),
})

/** Amounts used and allowed; a limit of null means unlimited. Bytes are counted in decimal units. */
export const usage = z.object({
  tier,
  status: z.string(),
  storageUsedBytes: z.number(),
  storageLimitBytes: z.number().nullable(),
  aiAnalysisHoursUsed: z.number(),
  aiAnalysisHoursLimit: z.number().nullable(),
  collaboratorsCount: z.int(),
})
export type Usage = z.infer<typeof usage>

/** The counts on the dashboard's tiles, and how much others share with the person. */
export const dashboard = z.object({
  storiesRecorded: z.int(),
  familyMembers: z.int(),
  storybooksCreated: z.int(),
  /** Missing while a server of the previous release answers, as may happen during a rolling update. */
  sharedWithMe: z.object({ stories: z.int(), storybooks: z.int(), familyMembers: z.int() }).optional(),
})
export type Dashboard = z.infer<typeof dashboard>

export const accountContract = {
  profile: procedure.route({ method: 'GET', path: '/profile', summary: 'Your profile' }).output(profile),
  updateProfile: procedure
    .route({ method: 'PATCH', path: '/profile', summary: 'Change your profile' })
    .input(profileUpdate)
    .output(profile)
    .errors(errors('CONFLICT')),
  usage: procedure
    .route({ method: 'GET', path: '/usage', summary: 'Your plan and what it holds' })
    .output(usage),
  dashboard: procedure
    .route({ method: 'GET', path: '/dashboard', summary: 'What you have kept so far' })
    .output(dashboard),
  /** Returns the newest thing of each kind. */
  waiting: procedure
    .route({ method: 'GET', path: '/waiting', summary: 'What you began and may go on with' })
    .output(z.array(waitingThing)),
}

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { captionNews } from '#contract/captions.ts'
import { id } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { linkPurpose, phoneReport } from '#contract/recording-links.ts'

export const liveTables = [
  'account_deletions',
  'archive_exports',
  'archive_imports',
  'stories',
  'story_notes',
  'comments',
  'public_links',
  'shared_access',
  'invitations',
  'recordings',
  'recording_links',
  'media',
  'damaged_media',
  'transcripts',
  'transcript_checks',
  'suggestions',
  'story_readings',
  'story_proposals',
  'storybooks',
  'storybook_pages',
  'storybook_exports',
  'storybook_chapters',
  'storybook_drawings',
  'prompts',
  'playlists',
  'prompt_asks',
  'family_members',
  'family_connections',
  'profiles',
  'subscriptions',
  'invoices',
  'usage_tracking',
] as const
export const liveTable = z.enum(liveTables)
export type LiveTable = z.infer<typeof liveTable>

/**
 * `hello` opens the stream and follows a gap: whoever has read something before nothing of theirs had changed for `calmMs`
 * reads everything anew, and without it everybody does. `ping` keeps it open. `replaced` is the last one of a stream that a
 * newer one took the place of: whoever hears it waits before coming back.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), calmMs: z.int().nonnegative().optional() }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('replaced') }),
  /** A device with a recording link tells how it is doing, once a second; nothing in the database changed. */
  phoneReport.extend({ type: z.literal('phone'), linkId: id, storyId: id, purpose: linkPurpose }),
  /** What the engine heard just now of a recording under way; nothing in the database changed. */
  captionNews.extend({ type: z.literal('captions') }),
  z.object({
    type: z.literal('change'),
    table: liveTable,
    operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
    id,
    storyId: id.nullable(),
  }),
])
export type LiveEvent = z.infer<typeof liveEvent>

/** Where each mount of the contract has the stream. */
export const livePaths = { rest: '/api/live', rpc: '/rpc/live/changes' } as const

export const liveContract = {
  changes: procedure
    .route({ method: 'GET', path: '/live', summary: 'Your rows as they change, as server-sent events' })
    .output(eventIterator(liveEvent)),
}

import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { captionNews } from '#contract/captions.ts'
import { id } from '#contract/fields.ts'
import { procedure } from '#contract/procedure.ts'
import { heardReport } from '#contract/recording-links.ts'

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
 * `hello` opens the stream, and follows every gap in it. `calmMs` says for how long nothing of this account has changed: a client
 * that read anything earlier than that must read everything anew, and without `calmMs` every client must. `ping` keeps the stream
 * open. `replaced` ends a stream in favour of a newer one: its client waits before it reconnects.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), calmMs: z.int().nonnegative().optional() }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('replaced') }),
  /** A device with a recording link reports its state once a second; nothing in the database has changed. */
  heardReport.extend({ type: z.literal('phone') }),
  /** What the engine just heard in a running recording; nothing in the database has changed. */
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

/** The path of the stream in each mount of the contract. */
export const livePaths = { rest: '/api/live', rpc: '/rpc/live/changes' } as const

export const liveContract = {
  changes: procedure
    .route({ method: 'GET', path: '/live', summary: 'Your rows as they change, as server-sent events' })
    .output(eventIterator(liveEvent)),
}

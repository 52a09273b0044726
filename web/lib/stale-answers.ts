import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent, LiveTable } from '#contract/live.ts'
import { pageAgeMs } from './clock.ts'
import { orpc } from './rpc.ts'

const GATHERING_MS = 250
/** The longest that changes are gathered while they do not end, and the calm after which they count as ended. */
const LONGEST_GATHERING_MS = 2_000
const CALM_MS = 1_000

/** Which answers of the server a changed table makes old. */
const staleKeys: Record<LiveTable, () => (readonly unknown[])[]> = {
  account_deletions: () => [orpc.accountEnd.key()],
  archive_exports: () => [orpc.archive.exports.key()],
  archive_imports: () => [orpc.archive.imports.key()],
  stories: () => [
    orpc.stories.key(),
    orpc.search.key(),
    orpc.account.dashboard.key(),
    orpc.account.waiting.key(),
    orpc.trash.key(),
  ],
  story_notes: () => [orpc.stories.key(), orpc.search.key()],
  shared_access: () => [
    orpc.sharing.key(),
    orpc.stories.key(),
    orpc.comments.key(),
    orpc.transcripts.key(),
    orpc.storybooks.key(),
    orpc.familyMembers.key(),
    orpc.search.key(),
    orpc.account.usage.key(),
  ],
  invitations: () => [orpc.sharing.key()],
  public_links: () => [orpc.publicLinks.key()],
  comments: () => [orpc.comments.key(), orpc.search.key()],
  recordings: () => [
    orpc.stories.key(),
    orpc.recordingLinks.key(),
    orpc.account.dashboard.key(),
    orpc.account.waiting.key(),
  ],
  recording_links: () => [orpc.recordingLinks.key()],
  damaged_media: () => [orpc.fixity.key()],
  media: () => [
    orpc.stories.key(),
    orpc.search.key(),
    orpc.media.upload.key(),
    orpc.account.waiting.key(),
    orpc.account.usage.key(),
  ],
  prompts: () => [orpc.prompts.key(), orpc.search.key()],
  playlists: () => [orpc.prompts.key()],
  prompt_asks: () => [orpc.prompts.key(), orpc.account.waiting.key()],
  transcripts: () => [
    orpc.transcripts.key(),
    orpc.stories.key(),
    orpc.search.key(),
    orpc.suggestions.key(),
    orpc.storyProposals.key(),
  ],
  transcript_checks: () => [orpc.suggestions.key()],
  suggestions: () => [orpc.suggestions.key(), orpc.account.waiting.key()],
  story_readings: () => [orpc.storyProposals.key()],
  story_proposals: () => [orpc.storyProposals.key(), orpc.account.waiting.key()],
  family_members: () => [
    orpc.account.profile.key(),
    orpc.familyMembers.key(),
    orpc.family.key(),
    orpc.sharing.key(),
    orpc.search.key(),
    orpc.account.dashboard.key(),
  ],
  family_connections: () => [orpc.family.key()],
  storybooks: () => [
    orpc.storybooks.key(),
    orpc.search.key(),
    orpc.account.dashboard.key(),
    orpc.trash.key(),
  ],
  storybook_exports: () => [orpc.storybookExports.key()],
  storybook_chapters: () => [orpc.bookChapters.key()],
  storybook_drawings: () => [orpc.bookPictures.key(), orpc.storybooks.key()],
  storybook_pages: () => [orpc.storybooks.key()],
  profiles: () => [orpc.account.profile.key()],
  subscriptions: () => [orpc.account.usage.key(), orpc.billing.key()],
  invoices: () => [orpc.billing.key()],
  usage_tracking: () => [orpc.account.usage.key(), orpc.billing.key()],
}

/**
 * Gathers changes for a moment, then reads anew what they concern: a burst of rows is one reading. What changes meanwhile
 * is read afterwards, because reading again cancels: on a slow line a file that grows would never be seen to grow.
 * While changes do not end (hundreds of files arriving), they are gathered twice as long each time, or a story would be
 * fetched whole three times a second.
 */
export function staleMarker(queries: QueryClient, signal: AbortSignal): (event: LiveEvent) => void {
  const tables = new Set<LiveTable>()
  let everything = false
  let isReading = false
  let gatheringMs = GATHERING_MS
  let timer: ReturnType<typeof setTimeout> | undefined
  let calm: ReturnType<typeof setTimeout> | undefined

  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    clearTimeout(calm)
  })

  const readAnew = async () => {
    timer = undefined
    gatheringMs = Math.min(gatheringMs * 2, LONGEST_GATHERING_MS)
    const keys = everything ? [[]] : [...tables].flatMap((table) => staleKeys[table]())
    everything = false
    tables.clear()
    isReading = true
    // What is lost on its way holds nothing up: our cache waits for it ten seconds and no longer.
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
    isReading = false
    gather()
  }
  const gather = () => {
    if (isReading || signal.aborted || (!everything && tables.size === 0)) return
    timer ??= setTimeout(readAnew, gatheringMs)
  }
  const calmed = () => {
    if (timer !== undefined) {
      clearTimeout(timer)
      void readAnew()
    }
    gatheringMs = GATHERING_MS
  }

  return (event) => {
    if (signal.aborted) return
    if (event.type === 'hello') everything ||= mayBeOld(event)
    else if (event.type === 'change') tables.add(event.table)
    else return
    clearTimeout(calm)
    calm = setTimeout(calmed, CALM_MS)
    gather()
  }
}

/** Whether something may have changed since this page began to read. */
function mayBeOld({ calmMs = 0 }: { calmMs?: number | undefined }): boolean {
  return calmMs <= pageAgeMs()
}

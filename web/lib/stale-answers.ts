import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveEvent, LiveTable } from '#contract/live.ts'
import { pageAgeMs } from './clock.ts'
import { orpc } from './rpc.ts'

const GATHERING_MS = 250
/** The longest that changes are gathered while they keep coming, and the pause after which they count as over. */
const LONGEST_GATHERING_MS = 2_000
const CALM_MS = 1_000

/** Which cached answers become stale when a table changes. */
const staleParts: Record<LiveTable, { key: () => QueryKey }[]> = {
  account_deletions: [orpc.accountEnd],
  archive_exports: [orpc.archive.exports],
  archive_imports: [orpc.archive.imports],
  stories: [
    orpc.trash,
    orpc.stories,
    orpc.familyMembers.stories,
    orpc.search,
    orpc.account.dashboard,
    orpc.account.waiting,
  ],
  story_notes: [orpc.stories, orpc.search],
  shared_access: [
    orpc.sharing,
    orpc.stories,
    orpc.comments,
    orpc.transcripts,
    orpc.storybooks,
    orpc.familyMembers,
    orpc.search,
    orpc.account.dashboard,
    orpc.account.usage,
  ],
  invitations: [orpc.sharing],
  public_links: [orpc.publicLinks],
  comments: [orpc.comments, orpc.search],
  recordings: [orpc.stories, orpc.recordingLinks, orpc.account.dashboard, orpc.account.waiting],
  recording_links: [orpc.recordingLinks],
  damaged_media: [orpc.fixity],
  media: [orpc.stories, orpc.search, orpc.media.upload, orpc.account.waiting, orpc.account.usage],
  prompts: [orpc.prompts, orpc.search],
  playlists: [orpc.prompts],
  prompt_asks: [orpc.prompts, orpc.account.waiting],
  transcripts: [
    orpc.transcripts,
    orpc.stories,
    orpc.search,
    orpc.suggestions,
    orpc.storyProposals,
    orpc.account.waiting,
  ],
  transcript_checks: [orpc.suggestions],
  suggestions: [orpc.suggestions, orpc.account.waiting],
  story_readings: [orpc.storyProposals],
  story_proposals: [orpc.storyProposals, orpc.account.waiting],
  family_members: [
    orpc.account.profile,
    orpc.sharing,
    orpc.bookPictures,
    orpc.familyMembers,
    orpc.search,
    orpc.account.dashboard,
    orpc.family,
  ],
  family_connections: [orpc.family],
  storybooks: [orpc.storybooks, orpc.storybookExports, orpc.search, orpc.account.dashboard, orpc.trash],
  storybook_exports: [orpc.storybookExports],
  storybook_chapters: [orpc.bookChapters],
  storybook_drawings: [orpc.bookPictures, orpc.storybooks],
  storybook_pages: [orpc.storybooks, orpc.storybookExports],
  profiles: [orpc.account.profile],
  subscriptions: [orpc.account.usage, orpc.billing],
  invoices: [orpc.billing],
  usage_tracking: [orpc.account.usage, orpc.billing],
}

/**
 * Gathers changes for a moment, then refetches the answers that they make stale, so that a burst of rows causes one refetch. Changes
 * that arrive during a refetch wait for its end, because a new refetch cancels the running one: on a slow connection a growing file
 * would never be seen to grow. While changes keep coming (hundreds of files arriving), the gathering time doubles each time; otherwise
 * a story would be fetched whole three times a second.
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
    const keys = everything
      ? [[]]
      : [...tables].flatMap((table) => staleParts[table].map((part) => part.key()))
    everything = false
    tables.clear()
    isReading = true
    // A lost answer does not hold this up for long: our query client waits ten seconds for it at most.
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

/** Whether something may have changed since this page began to fetch. */
function mayBeOld({ calmMs = 0 }: { calmMs?: number | undefined }): boolean {
  return calmMs <= pageAgeMs()
}

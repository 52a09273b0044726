import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveEvent, LiveTable } from '#contract/live.ts'
import { client, orpc } from './rpc.ts'

const channelName = 'kinora.live'
/** So many browsers of one person are open that they take the stream from each other: they take turns slowly. */
const REPLACED_PAUSE_MS = 60_000

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
  media: () => [orpc.stories.key(), orpc.search.key(), orpc.media.upload.key(), orpc.account.waiting.key()],
  prompts: () => [orpc.prompts.key()],
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

/** Keeps what is shown in step with the server while somebody is signed in. */
export function useLiveChanges(userId: string): void {
  const queries = useQueryClient()

  useEffect(() => {
    const ended = new AbortController()
    hearLive(userId, ended.signal, staleMarker(queries, ended.signal))
    return () => ended.abort()
  }, [queries, userId])
}

/**
 * Hears everything live until the signal aborts. One tab of this browser holds the stream and tells the others, because
 * a browser allows few connections to one server at a time.
 */
export function hearLive(userId: string, signal: AbortSignal, hear: (event: LiveEvent) => void): void {
  const channel = new BroadcastChannel(`${channelName}.${userId}`)
  channel.onmessage = (message: MessageEvent<LiveEvent>) => hear(message.data)
  signal.addEventListener('abort', () => channel.close())
  holdStream(userId, signal, (event) => {
    hear(event)
    if (!signal.aborted) channel.postMessage(event)
  })
}

/** Gathers changes for a moment, then marks what they concern as stale: a burst of rows is one refetch. */
function staleMarker(queries: QueryClient, signal: AbortSignal): (event: LiveEvent) => void {
  const tables = new Set<LiveTable>()
  let everything = false
  let timer: ReturnType<typeof setTimeout> | undefined

  signal.addEventListener('abort', () => clearTimeout(timer))

  const mark = () => {
    timer = undefined
    if (everything) queries.invalidateQueries()
    else
      for (const table of tables)
        for (const queryKey of staleKeys[table]()) queries.invalidateQueries({ queryKey })
    everything = false
    tables.clear()
  }

  return (event) => {
    if (event.type === 'hello') everything = true
    else if (event.type === 'change') tables.add(event.table)
    else return
    timer ??= setTimeout(mark, 250)
  }
}

async function holdStream(
  userId: string,
  signal: AbortSignal,
  hear: (event: LiveEvent) => void,
): Promise<void> {
  const listen = () => listenForever(signal, hear)
  try {
    // Private windows of some browsers have no locks; each tab then holds a stream of its own.
    if (navigator.locks) await navigator.locks.request(`${channelName}.${userId}`, { signal }, listen)
    else await listen()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function listenForever(signal: AbortSignal, hear: (event: LiveEvent) => void): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      for await (const event of await client.live.changes(undefined, { signal })) {
        failures = 0
        hear(event)
        if (event.type === 'replaced') await pause(REPLACED_PAUSE_MS, signal)
      }
    } catch {
      failures += 1
    }
    if (!signal.aborted) await pause(Math.min(30_000, 1_000 * 2 ** failures), signal)
  }
}

/** Waits, but not longer than until the network comes back or the wait is called off. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      window.removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    window.addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
}

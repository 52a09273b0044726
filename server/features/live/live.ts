import { z } from 'zod'
import { captionNews } from '#contract/captions.ts'
import { limits } from '#contract/limits.ts'
import { type LiveEvent, liveTable } from '#contract/live.ts'
import { phoneReport } from '#contract/recording-links.ts'
import type { Notifications } from '../../db/notifications.ts'
import type { Log } from '../../log.ts'

/** The channel that server/db/migrations/0006 announces changed rows on. */
const channel = 'kinora_changes'

const announcement = z.union([
  z.object({
    userId: z.uuid(),
    table: liveTable,
    operation: z.enum(['INSERT', 'UPDATE', 'DELETE']),
    id: z.uuid(),
    storyId: z.uuid().nullable(),
  }),
  z.object({ userId: z.uuid(), phone: phoneReport.extend({ linkId: z.uuid(), storyId: z.uuid() }) }),
  z.object({ userId: z.uuid(), captions: captionNews }),
])

type Listener = (event: LiveEvent) => void
/** Hears one person's changes from now on, until the returned function is called. */
export type Subscribe = (userId: string, listener: Listener) => Promise<() => void>

/**
 * Shares this process's one LISTEN among everybody signed in here: an announcement is read once and goes only to
 * the person whose row it is about. After a gap all hear `hello`, which means: read everything anew. Who opens more than
 * `limits.liveStreams` loses the oldest and not the newest: an oldest one may be of a device that is long gone, and a
 * refused one of somebody who sits in front of a screen.
 */
export function createSubscriptions(notifications: Notifications, log: Log): Subscribe {
  const people = new Map<string, Set<Listener>>()
  let listening: Promise<unknown> | undefined

  const onMessage = (payload: string) => {
    const heard = announcement.safeParse(JSON.parse(payload))
    if (!heard.success) return log.warn({ payload }, 'an announcement that nobody understands')
    const event = eventOf(heard.data)
    for (const listener of people.get(heard.data.userId) ?? []) listener(event)
  }
  const onGap = () => {
    for (const listeners of people.values()) for (const listener of listeners) listener({ type: 'hello' })
  }

  return async (userId, listener) => {
    const listeners = people.get(userId) ?? new Set()
    people.set(userId, listeners.add(listener))
    if (listeners.size > limits.liveStreams) replaceOldest(listeners)
    listening ??= notifications.listen(channel, { onMessage, onGap })
    await listening
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && people.get(userId) === listeners) people.delete(userId)
    }
  }
}

function replaceOldest(listeners: Set<Listener>): void {
  const [oldest] = listeners
  if (!oldest) return
  listeners.delete(oldest)
  oldest({ type: 'replaced' })
}

function eventOf({ userId: _, ...news }: z.infer<typeof announcement>): LiveEvent {
  if ('phone' in news) return { type: 'phone', ...news.phone }
  if ('captions' in news) return { type: 'captions', ...news.captions }
  return { type: 'change', ...news }
}

/** Beyond so many waiting changes a slow reader is better told to read everything anew. */
const waitingMax = 200

/**
 * One person's changes as a stream that ends with `signal`: `hello` first and after every gap, `ping` after each
 * `pingMs` of silence so that proxies keep the connection and a dead one is noticed. It ends with `replaced`, too.
 */
export async function* liveChanges(
  subscribe: (listener: Listener) => Promise<() => void>,
  signal: AbortSignal | undefined,
  pingMs = 20_000,
): AsyncGenerator<LiveEvent> {
  let waiting: LiveEvent[] = []
  let wake = () => {}

  const unsubscribe = await subscribe((event) => {
    waiting = waitingWith(waiting, event)
    wake()
  })
  const ended = () => wake()
  signal?.addEventListener('abort', ended)

  try {
    yield { type: 'hello' }
    while (!signal?.aborted) {
      const events = waiting
      waiting = []
      yield* events
      if (events.at(-1)?.type === 'replaced') return
      if (waiting.length > 0 || signal?.aborted) continue

      const silent = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), pingMs)
        wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
      })
      wake = () => {}
      if (silent && waiting.length === 0) yield { type: 'ping' }
    }
  } finally {
    signal?.removeEventListener('abort', ended)
    unsubscribe()
  }
}

function waitingWith(waiting: LiveEvent[], event: LiveEvent): LiveEvent[] {
  if (event.type === 'hello' || event.type === 'replaced') return [event]
  return waiting.length >= waitingMax ? [{ type: 'hello' }] : [...waiting, event]
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { keptAlive } from './kept-alive.ts'
import { breakOff, inTime, PATIENCE, type Patience, sayFarewell } from './silent-line.ts'

export type NotificationListener = {
  onMessage: (payload: string) => void
  /** Messages may have been missed: read everything anew. */
  onGap: () => void
}

export type Notifications = {
  /** Hears one channel from now on; resolves with what ends it, once nothing can be missed any more. */
  listen: (channel: string, listener: NotificationListener) => Promise<() => void>
  close: () => Promise<void>
}

const LONGEST_PAUSE_MS = 5000

/**
 * The one connection of this process that LISTENs, opened at the first listener. When it breaks it is opened
 * again, and the listeners are told that there was a gap. It only waits, so it asks whether its line is there.
 */
export function createNotifications(
  connection: pg.ClientConfig,
  log: Log,
  { askEveryMs, answerMs }: Patience = PATIENCE,
): Notifications {
  const listeners = new Map<string, Set<NotificationListener>>()
  const closing = new AbortController()
  let client: Promise<pg.Client> | undefined
  /** The one that is being opened, and the one that hears everything: whichever of them breaks has its own consequence. */
  let opening: pg.Client | undefined
  let working: pg.Client | undefined

  /** One after the other, as the driver wants it. */
  let before: Promise<unknown> = Promise.resolve()
  const ask = (asked: pg.Client, statement: string): Promise<unknown> => {
    const answer = before.then(() => inTime(asked, asked.query(statement), answerMs))
    before = answer.catch(() => undefined)
    return answer
  }
  const hear = (asked: pg.Client, channel: string) => ask(asked, `listen ${pg.escapeIdentifier(channel)}`)

  const connect = async (): Promise<pg.Client> => {
    closing.signal.throwIfAborted()
    const fresh = new pg.Client({ ...connection, application_name: 'kinora notifications', ...keptAlive })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for live changes broke'))
    fresh.on('end', () => void openAgain(fresh))
    opening = fresh
    try {
      await inTime(fresh, fresh.connect(), answerMs)
      for (const channel of listeners.keys()) await hear(fresh, channel)
    } catch (error) {
      // Left open, it would tell everything a second time.
      breakOff(fresh)
      throw error
    } finally {
      opening = undefined
    }
    working = fresh
    return fresh
  }

  const connectPatiently = async (): Promise<pg.Client> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await connect()
      } catch (error) {
        if (closing.signal.aborted) throw error
        const pauseMs = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt)
        await sleep(pauseMs, undefined, { signal: closing.signal })
      }
    }
  }

  /** `end` also follows a failed connect; only the loss of a working connection starts a new one. */
  const openAgain = async (ended: pg.Client): Promise<void> => {
    if (closing.signal.aborted || ended !== working) return
    working = undefined
    client = connectPatiently()
    const isOpen = await client.then(
      () => true,
      () => false,
    )
    if (!isOpen) return
    for (const each of listeners.values()) for (const listener of each) listener.onGap()
  }

  const askWhetherThere = async (): Promise<void> => {
    // What fails has ended, and is followed by another.
    if (working) await ask(working, 'select 1').catch(() => undefined)
  }
  const asking = setInterval(askWhetherThere, askEveryMs).unref()

  return {
    listen: async (channel, listener) => {
      const audience = listeners.get(channel) ?? new Set()
      listeners.set(channel, audience.add(listener))
      try {
        client ??= connectPatiently()
        // Said for each: whoever comes second may not count on what the first one has only asked for.
        await hear(await client, channel)
      } catch (error) {
        audience.delete(listener)
        throw error
      }
      return () => void audience.delete(listener)
    },
    close: async () => {
      closing.abort()
      clearInterval(asking)
      if (opening) breakOff(opening)
      const last = await client?.catch(() => undefined)
      if (last) await sayFarewell(last)
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { keptAlive } from './kept-alive.ts'
import { breakOff, inTime, PATIENCE, type Patience, sayFarewell } from './silent-line.ts'

export type NotificationListener = {
  onMessage: (payload: string) => void
  /** Called after messages may have been missed: the listener has to read everything anew. */
  onGap: () => void
}

export type Notifications = {
  /** Subscribes to a channel. Resolves once no message can be missed any more, with a function that ends the subscription. */
  listen: (channel: string, listener: NotificationListener) => Promise<() => void>
  close: () => Promise<void>
}

const LONGEST_PAUSE_MS = 5000

/**
 * The one connection of this process that LISTENs, opened for the first listener. If it breaks, it is opened again, and the
 * listeners are told that there was a gap. Because it only waits, it probes the database regularly.
 */
export function createNotifications(
  connection: pg.ClientConfig,
  log: Log,
  { askEveryMs, answerMs }: Patience = PATIENCE,
): Notifications {
  const listeners = new Map<string, Set<NotificationListener>>()
  const closing = new AbortController()
  let client: Promise<pg.Client> | undefined
  /** The connection that is being opened, and the one in use; losing the one has other consequences than losing the other. */
  let opening: pg.Client | undefined
  let working: pg.Client | undefined

  /** Sends one query at a time, as the driver requires. */
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
      // A second connection left open would deliver every message twice.
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
    // A failed probe ends the connection, and its `end` event opens another.
    if (working) await ask(working, 'select 1').catch(() => undefined)
  }
  const asking = setInterval(askWhetherThere, askEveryMs).unref()

  return {
    listen: async (channel, listener) => {
      const audience = listeners.get(channel) ?? new Set()
      listeners.set(channel, audience.add(listener))
      try {
        client ??= connectPatiently()
        // LISTEN is sent for every listener: a second one must not rely on a LISTEN of the first that may not have been confirmed
        // yet.
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

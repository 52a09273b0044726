import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { keptAlive } from './kept-alive.ts'

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
/** How often the connection is asked whether it is there, and how long it may take to say so. */
export type Patience = { askEveryMs: number; answerMs: number }
const PATIENCE: Patience = { askEveryMs: 20_000, answerMs: 10_000 }

/**
 * The one connection of this process that LISTENs, opened at the first listener. When it breaks it is opened
 * again, and the listeners are told that there was a gap. It only waits, so of a line that went silent (a machine that is gone, a
 * router that forgot it) nobody would tell it for hours: it asks.
 */
export function createNotifications(
  connection: pg.ClientConfig,
  log: Log,
  { askEveryMs, answerMs }: Patience = PATIENCE,
): Notifications {
  const listeners = new Map<string, Set<NotificationListener>>()
  let client: Promise<pg.Client> | undefined
  let isClosed = false

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ ...connection, application_name: 'kinora notifications', ...keptAlive })
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    fresh.on('error', (error) => log.warn({ err: error }, 'the connection for live changes broke'))
    fresh.on('end', () => void reconnect())
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
    return fresh
  }

  const connectPatiently = async (): Promise<pg.Client> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await connect()
      } catch (error) {
        if (isClosed) throw error
        await sleep(Math.min(LONGEST_PAUSE_MS, 100 * 2 ** attempt))
      }
    }
  }

  /** `end` also follows a failed connect; only the loss of a working connection starts a new one. */
  let working: pg.Client | undefined
  const reconnect = async (): Promise<void> => {
    if (isClosed || working === undefined) return
    working = undefined
    client = connectPatiently()
    working = await client.catch(() => undefined)
    if (working === undefined) return
    for (const each of listeners.values()) for (const listener of each) listener.onGap()
  }

  const start = async (): Promise<pg.Client> => {
    working = await connectPatiently()
    return working
  }

  const askWhetherThere = async (): Promise<void> => {
    const asked = working
    const giveUp = setTimeout(() => asked?.connection.stream.destroy(), answerMs)
    // What fails has ended, and is followed by another.
    await asked?.query('select 1').catch(() => undefined)
    clearTimeout(giveUp)
  }
  const asking = setInterval(askWhetherThere, askEveryMs).unref()

  return {
    listen: async (channel, listener) => {
      const known = listeners.get(channel)
      const audience = known ?? new Set()
      audience.add(listener)
      listeners.set(channel, audience)
      client ??= start()
      const connected = await client
      if (!known) await connected.query(`listen ${pg.escapeIdentifier(channel)}`)
      return () => void audience.delete(listener)
    },
    close: async () => {
      isClosed = true
      clearInterval(asking)
      const last = await client?.catch(() => undefined)
      await last?.end()
    },
  }
}

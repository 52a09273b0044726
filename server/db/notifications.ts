import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'

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
 * again, and the listeners are told that there was a gap.
 */
export function createNotifications(connection: pg.ClientConfig, log: Log): Notifications {
  const listeners = new Map<string, Set<NotificationListener>>()
  let client: Promise<pg.Client> | undefined
  let isClosed = false

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ ...connection, application_name: 'kinora notifications', keepAlive: true })
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
      const last = await client?.catch(() => undefined)
      await last?.end()
    },
  }
}

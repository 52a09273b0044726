import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import type { LiveEvent } from '#contract/live.ts'
import { watchSilence } from './in-time.ts'
import { client } from './rpc.ts'
import { staleMarker } from './stale-answers.ts'
import { openTabChannel } from './tab-channel.ts'

const channelName = 'kinora.live'
/** The pause after another of the person's browsers took over the stream: with too many open, they then take turns slowly. */
const REPLACED_PAUSE_MS = 60_000

/** Keeps the cached answers in step with the server while somebody is signed in. */
export function useLiveChanges(userId: string): void {
  const queries = useQueryClient()

  useEffect(() => {
    const ended = new AbortController()
    hearLive(userId, ended.signal, staleMarker(queries, ended.signal))
    return () => ended.abort()
  }, [queries, userId])
}

/**
 * Receives all live events until the signal aborts. One tab of this browser holds the stream and passes the events on to the others,
 * because a browser allows few connections to one server at a time.
 */
export function hearLive(userId: string, signal: AbortSignal, hear: (event: LiveEvent) => void): void {
  const channel = openTabChannel(`${channelName}.${userId}`)
  if (channel) channel.onmessage = (message: MessageEvent<LiveEvent>) => hear(message.data)
  signal.addEventListener('abort', () => channel?.close())
  holdStream(userId, signal, (event) => {
    hear(event)
    if (!signal.aborted) channel?.postMessage(event)
  })
}

async function holdStream(
  userId: string,
  signal: AbortSignal,
  hear: (event: LiveEvent) => void,
): Promise<void> {
  let hadItsTurn = false
  const listen = () => {
    hadItsTurn = true
    return listenForever(signal, hear)
  }
  try {
    await navigator.locks.request(`${channelName}.${userId}`, { signal }, listen)
  } catch (error) {
    if (signal.aborted) return
    if (hadItsTurn) throw error
    // Where cookies are blocked, or without https, there are no locks: then each tab holds a stream of its own.
    await listen()
  }
}

async function listenForever(signal: AbortSignal, hear: (event: LiveEvent) => void): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const watch = watchSilence(2 * limits.livePingSeconds * 1000, signal)
    try {
      for await (const event of await client.live.changes(undefined, { signal: watch.signal })) {
        watch.heard()
        failures = 0
        hear(event)
        if (event.type !== 'replaced') continue
        watch.rest()
        await pause(REPLACED_PAUSE_MS, signal)
        watch.heard()
      }
    } catch {
      failures += 1
    } finally {
      watch.rest()
    }
    if (!signal.aborted) await pause(Math.min(30_000, 1_000 * 2 ** failures), signal)
  }
}

/** Waits `ms` milliseconds, but only until the network comes back or the signal aborts. */
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

import { z } from 'zod'
import { captionNews } from '#contract/captions.ts'
import { limits } from '#contract/limits.ts'
import { type LiveEvent, liveTable } from '#contract/live.ts'
import { linkPurpose, phoneReport } from '#contract/recording-links.ts'
import { databaseTrouble } from '../../db/database-trouble.ts'
import type { Line } from '../../http/endless-answer.ts'
import type { Services } from '../../services.ts'
import { Calm } from './calm.ts'

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
  z.object({
    userId: z.uuid(),
    // A process of an older version does not tell the purpose.
    phone: phoneReport.extend({
      linkId: z.uuid(),
      storyId: z.uuid(),
      purpose: linkPurpose.default('phone'),
    }),
  }),
  z.object({ userId: z.uuid(), captions: captionNews }),
  /** A session that has ended, or opens nothing any more (server/db/migrations/0085 and 0086). */
  z.object({ userId: z.uuid(), ended: z.uuid() }),
])

type Parts = Pick<Services, 'notifications' | 'log' | 'stopping' | 'openSessions'>

/** How a mount of the contract writes an event. */
export type Form = 'rest' | 'rpc'

export type LiveStreams = {
  /**
   * One person's changes on a connection, until that, `endsAt` (ms since 1970) or the end of their session ends it: `hello`
   * first and after every gap, `ping` before silence has lasted `pingMs`, so that proxies keep the connection and a dead
   * one is noticed. `sessionId` is null for a session that is not ours.
   */
  open: (line: Line, userId: string, as: { form: Form; endsAt: number; sessionId: string | null }) => void
}

/** All that a stream holds while it waits, beside its connection: there are thousands of them. */
type Stream = {
  line: Line
  userId: string
  form: Form
  endsAt: number
  sessionId: string | null
  saidAt: number
  /** What cannot be said yet; null while the connection takes whatever comes. */
  waiting: LiveEvent[] | null
}

/** Beyond so many waiting changes a slow reader is better told to read everything anew. */
const WAITING_MAX = 200
/** One clock looks after all streams, so often in the time of a ping. */
const LOOKS = 20
/** Looked at once or twice before a stop loses its patience, after five seconds. */
const LAST_WORDS_MS = 2000

/**
 * Shares this process's one LISTEN among everybody signed in here: an announcement is read once and goes only to
 * the person whose row it is about. After a gap all hear `hello`, which means: read everything anew. At first it says for how
 * long nothing has changed, so that a page that was just opened does not read everything twice. Who opens more than
 * `limits.liveStreams` loses the oldest and not the newest: an oldest one may be of a device that is long gone, and a
 * refused one of somebody who sits in front of a screen.
 */
export function createLiveStreams(
  { notifications, log, stopping, openSessions }: Parts,
  pingMs = limits.livePingSeconds * 1000,
): LiveStreams {
  const people = new Map<string, Set<Stream>>()
  /** Whose session may have ended without our hearing of it. */
  const doubted = new Set<Stream>()
  const calm = new Calm()
  let listening: Promise<unknown> | undefined
  let clock: ReturnType<typeof setInterval> | undefined

  const forEachStream = (tell: (stream: Stream) => void): void => {
    for (const streams of people.values()) for (const stream of streams) tell(stream)
  }
  const endSession = ({ userId, ended }: { userId: string; ended: string }): void => {
    for (const stream of people.get(userId) ?? []) if (stream.sessionId === ended) end(stream)
  }
  const doubt = (stream: Stream): void => {
    if (stream.sessionId !== null && !stream.line.destroyed) doubted.add(stream)
  }
  /** What cannot be found out now is asked again by the clock. */
  const settleDoubts = async (): Promise<void> => {
    const asked = [...doubted]
    if (asked.length === 0) return
    doubted.clear()
    try {
      const open = await openSessions(asked.flatMap(({ sessionId }) => sessionId ?? []))
      for (const stream of asked) if (!open.has(stream.sessionId ?? '')) end(stream)
    } catch (error) {
      asked.forEach(doubt)
      if (databaseTrouble(error) !== undefined) return
      log.warn({ err: error }, 'whether sessions are open still could not be looked up')
    }
  }
  const onMessage = (payload: string): void => {
    const heard = announcement.safeParse(JSON.parse(payload))
    if (!heard.success) {
      log.warn({ payload }, 'an announcement that nobody understands')
      return
    }
    if ('ended' in heard.data) {
      endSession(heard.data)
      return
    }
    const event = eventOf(heard.data)
    if (event.type === 'change') calm.changed(heard.data.userId)
    for (const stream of people.get(heard.data.userId) ?? []) tell(stream, event)
  }
  const listen = async (): Promise<void> => {
    const onGap = () => {
      calm.missed()
      forEachStream((stream) => {
        tell(stream, { type: 'hello' })
        doubt(stream)
      })
      void settleDoubts()
    }
    listening ??= notifications.listen(channel, { onMessage, onGap }).then(() => calm.missed())
    try {
      await listening
    } catch (error) {
      listening = undefined
      throw error
    }
  }

  const look = (): void => {
    void settleDoubts()
    const silentSince = performance.now() - pingMs + pingMs / LOOKS
    forEachStream((stream) => {
      if (stream.endsAt <= Date.now()) end(stream)
      else if (stream.waiting === null && stream.saidAt <= silentSince) tell(stream, { type: 'ping' })
    })
  }
  const keep = (stream: Stream): void => {
    const streams = people.get(stream.userId) ?? new Set()
    people.set(stream.userId, streams.add(stream))
    if (streams.size > limits.liveStreams) replaceOldest(streams)
    clock ??= setInterval(look, pingMs / LOOKS)
  }
  const forget = (stream: Stream): void => {
    const streams = people.get(stream.userId)
    streams?.delete(stream)
    doubted.delete(stream)
    if (streams?.size === 0) people.delete(stream.userId)
    if (people.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
  stopping.addEventListener('abort', () => forEachStream(end))
  // From the start, and not from the first stream on: of what was before nothing is known, and the page would read all of it again.
  listen().catch((error: unknown) => {
    // Stopped before it had begun: that is no trouble.
    if (!stopping.aborted) log.warn({ err: error }, 'the listening for live changes could not begin')
  })

  const open: LiveStreams['open'] = (line, userId, as) => {
    if (stopping.aborted || line.destroyed) return void line.destroySoon()
    const stream: Stream = { line, userId, ...as, saidAt: performance.now(), waiting: [] }
    keep(stream)
    line.once('close', () => forget(stream))
    listen().then(
      () => {
        stream.waiting?.unshift({ type: 'hello', calmMs: calm.of(userId) })
        sayWhatWaits(stream)
        // Until it stood here the end of its session was told to nobody.
        doubt(stream)
        void settleDoubts()
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a live stream could not begin')
        line.destroy()
      },
    )
  }
  return { open }
}

function replaceOldest(streams: Set<Stream>): void {
  const [oldest] = streams
  if (!oldest) return
  streams.delete(oldest)
  tell(oldest, { type: 'replaced' })
}

type Announced = Exclude<z.infer<typeof announcement>, { ended: string }>

function eventOf({ userId: _, ...news }: Announced): LiveEvent {
  if ('phone' in news) return { type: 'phone', ...news.phone }
  if ('captions' in news) return { type: 'captions', ...news.captions }
  return { type: 'change', ...news }
}

/** Says it now, or as soon as the connection has taken what it was told before. */
function tell(stream: Stream, event: LiveEvent): void {
  if (stream.endsAt <= Date.now()) {
    end(stream)
    return
  }
  if (stream.waiting !== null) {
    stream.waiting = waitingWith(stream.waiting, event)
    return
  }

  stream.saidAt = performance.now()
  const isTaken = stream.line.write(written(event, stream.form))
  if (event.type === 'replaced') end(stream)
  else if (!isTaken) {
    stream.waiting = []
    stream.line.once('drain', () => sayWhatWaits(stream))
  }
}

function sayWhatWaits(stream: Stream): void {
  if (stream.line.writableEnded || stream.line.destroyed) return
  const waiting = stream.waiting ?? []
  stream.waiting = null
  for (const event of waiting) tell(stream, event)
}

function waitingWith(waiting: LiveEvent[], event: LiveEvent): LiveEvent[] {
  if (event.type === 'hello' || event.type === 'replaced') return [event]
  return waiting.length >= WAITING_MAX ? [{ type: 'hello' }] : [...waiting, event]
}

/** As a server-sent event (HTML, 9.2.6), and within it as the mount of the contract writes values. */
function written(event: LiveEvent, form: Form): string {
  const data = JSON.stringify(form === 'rpc' ? { json: event } : event)
  return `event: message\ndata: ${data}\n\n`
}

/** Once it has taken what it was told; whoever does not read any more is not waited for. */
function end({ line }: Stream): void {
  if (line.writableEnded) return
  line.setTimeout(LAST_WORDS_MS, () => line.destroy())
  line.destroySoon()
}

import { z } from 'zod'
import { captionNews } from '#contract/captions.ts'
import { limits } from '#contract/limits.ts'
import { type LiveEvent, liveTable } from '#contract/live.ts'
import { heardReport, linkPurpose } from '#contract/recording-links.ts'
import { databaseTrouble } from '../../db/database-trouble.ts'
import type { Line } from '../../http/endless-answer.ts'
import type { Services } from '../../services.ts'
import { Calm } from './calm.ts'

/** The channel on which server/db/migrations/0006 announces changed rows. */
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
    // A process of an older version does not send the purpose.
    phone: heardReport.extend({ purpose: linkPurpose.default('phone') }),
  }),
  z.object({ userId: z.uuid(), captions: captionNews }),
  /** A session that has ended or lost its access (server/db/migrations/0085 and 0086). */
  z.object({ userId: z.uuid(), ended: z.uuid() }),
])

type Parts = Pick<Services, 'notifications' | 'log' | 'stopping' | 'openSessions'>

/** How a mount of the contract writes an event. */
export type Form = 'rest' | 'rpc'

export type LiveStreams = {
  /**
   * Writes one person's changes to a connection until it closes, `endsAt` (ms since 1970) is reached or their session
   * ends. `hello` comes first and after every gap, `ping` before the connection has been silent for `pingMs`, so that
   * proxies keep it open and a dead one is noticed. `sessionId` is null for a token without a session of this server.
   */
  open: (line: Line, userId: string, as: { form: Form; endsAt: number; sessionId: string | null }) => void
}

/** All that a waiting stream keeps in memory beside its connection; there are thousands of streams. */
type Stream = {
  line: Line
  userId: string
  form: Form
  endsAt: number
  sessionId: string | null
  saidAt: number
  /** Events that cannot be written yet; null while the connection accepts writes. */
  waiting: LiveEvent[] | null
}

/** If more events than this wait, a slow reader is told to read everything again instead. */
const WAITING_MAX = 200
/** A single timer checks all streams, this many times in `pingMs`. */
const LOOKS = 20
/**
 * A connection that is ending is destroyed if it makes no progress for this long. That is checked once or twice before
 * a stopping server gives up waiting, after five seconds.
 */
const LAST_WORDS_MS = 2000

/**
 * Shares one LISTEN of this process among everybody who is signed in here: an announcement is parsed once and goes only
 * to the person whose row it is about. After a gap all streams get `hello`, which means: read everything again. The
 * first `hello` says for how long nothing has changed, so that a page that was just opened does not read everything
 * twice. A person who opens more than `limits.liveStreams` streams loses the oldest one: that may be of a device that
 * is long gone, while the newest is of somebody in front of a screen.
 */
export function createLiveStreams(
  { notifications, log, stopping, openSessions }: Parts,
  pingMs = limits.livePingSeconds * 1000,
): LiveStreams {
  const people = new Map<string, Set<Stream>>()
  /** Streams whose session may have ended without this process hearing of it. */
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
  /** Ends the doubted streams whose session is over. If the database cannot be asked now, the timer tries again. */
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
  // Begins with the process and not with the first stream: whatever happened before the LISTEN is unknown, so the first
  // page would have to read everything again.
  listen().catch((error: unknown) => {
    // If the process is stopping already, this failure is expected.
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
        // Before this stream was registered, the end of its session would have gone unnoticed; so the session is
        // checked now.
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
  endIfStuck(oldest)
  tell(oldest, { type: 'replaced' })
}

type Announced = Exclude<z.infer<typeof announcement>, { ended: string }>

function eventOf({ userId: _, ...news }: Announced): LiveEvent {
  if ('phone' in news) return { type: 'phone', ...news.phone }
  if ('captions' in news) return { type: 'captions', ...news.captions }
  return { type: 'change', ...news }
}

/** Writes an event now, or keeps it until the connection has drained. */
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

/** Formats a server-sent event (HTML, 9.2.6), whose data is encoded as the mount of the contract encodes values. */
function written(event: LiveEvent, form: Form): string {
  const data = JSON.stringify(form === 'rpc' ? { json: event } : event)
  return `event: message\ndata: ${data}\n\n`
}

/** Ends a connection once everything written has been sent; a client that does not read any more is not waited for. */
function end(stream: Stream): void {
  if (stream.line.writableEnded) return
  endIfStuck(stream)
  stream.line.destroySoon()
}

function endIfStuck({ line }: Stream): void {
  line.setTimeout(LAST_WORDS_MS, () => line.destroy())
}

import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { v7 as newId } from 'uuid'
import { tusPath } from '#contract/paths.ts'
import { assertReadable } from '../../lib/chosen-file.ts'
import { situationOf } from '../../lib/errors.ts'
import { insistently, retryDelaysMs } from '../../lib/insistently.ts'
import { noteAdded } from '../../lib/just-added.ts'
import { refusal } from '../../lib/refusal.ts'
import { accessToken } from '../../lib/request.ts'
import { client } from '../../lib/rpc.ts'
import { sentences } from '../../lib/sentences.ts'
import { notSupported, type SendFile } from './upload-queue.ts'
import { watchLine } from './watch-line.ts'

/** Each piece is acknowledged after a flush to the server's disk; a broken connection costs at most one. */
const chunkSize = 8 * 1024 * 1024

/** Sends files into one story over tus 1.0; a file chosen again after a closed tab goes on where it stopped. */
export function sendInto(storyId: string, prepare: () => Promise<void>): SendFile {
  return (file, on) => {
    let refusedToken = false
    let wanted = false
    /** Counts how often it was begun and ended: what was waited for in one turn is not gone on with in the next. */
    let turn = 0
    const line = watchLine(
      () => upload.abort().then(() => (wanted ? begin() : undefined)),
      () => upload.abort().then(() => (wanted ? on.failed(sentences.OFFLINE, true) : undefined)),
    )
    const begin = () => {
      line.begins()
      upload.start()
    }

    let isLooking = false
    // What is not to be read fails as if there were no network, again and again for more than a minute.
    const lookAtFile = async () => {
      if (isLooking) return
      isLooking = true
      try {
        await assertReadable(file)
      } catch {
        line.ends()
        await upload.abort()
        if (wanted) on.failed(sentences.FILE_AWAY, true)
      } finally {
        isLooking = false
      }
    }

    const upload = new Upload(file, {
      endpoint: tusPath,
      chunkSize,
      metadata: { filename: file.name, storyId, idempotencyKey: newId() },
      retryDelays: retryDelaysMs,
      removeFingerprintOnSuccess: true,
      fingerprint: async () => ['kinora', storyId, file.name, file.size, file.lastModified].join(' '),
      onBeforeRequest: async (request: HttpRequest) => {
        line.heard()
        // Any procedure renews an expired session on its way; the token is fresh after it.
        if (refusedToken) await client.account.usage().catch(() => undefined)
        refusedToken = false
        const token = await accessToken()
        if (token !== null) request.setHeader('Authorization', `Bearer ${token}`)
      },
      onShouldRetry: (error) => {
        const status = statusOf(error)
        if (status === 0) lookAtFile()
        refusedToken = status === 401
        return mayPass(status)
      },
      onAfterResponse: (request, response) => {
        line.heard()
        // Thrown it counts as no answer. The client would take it for one: that an upload is gone, and begin from nothing.
        if (!isOurs(response)) throw new Error('answered by something in between')
        const status = response.getStatus()
        if (request.getMethod() === 'HEAD' && mayPass(status)) throw new AskedInVain(status)
      },
      onProgress: (sent) => {
        line.movedTo(sent)
        on.progress(sent)
      },
      onError: (error) => {
        line.ends()
        on.failed(...reasonOf(error, file.name))
      },
      onSuccess: () => {
        line.ends()
        on.checking()
        settle(upload.url ?? '', file.name, on).catch((error) =>
          on.failed(sentences[situationOf(error)], true),
        )
      },
    })

    return {
      abort: (forGood) => {
        wanted = false
        turn += 1
        line.ends()
        return upload.abort(forGood)
      },
      start: async () => {
        wanted = true
        turn += 1
        const own = turn
        try {
          await prepare()
        } catch (error) {
          if (own === turn) on.failed(sentences[situationOf(error)], true)
          return
        }
        const [previous] = upload.url === null ? await upload.findPreviousUploads() : []
        if (own !== turn) return
        if (previous) upload.resumeFromPreviousUpload(previous)
        begin()
      },
    }
  }
}

/** Waits until the server has told the file by its bytes, and then until it has looked inside. */
async function settle(url: string, name: string, on: Parameters<SendFile>[1]): Promise<void> {
  const id = url.slice(url.lastIndexOf('/') + 1)
  const { state, code, media } = await asked(id, ({ state }) => state !== 'receiving')
  if (state === 'refused') {
    on.failed(code === 'FILE_TYPE_REFUSED' ? notSupported(name) : sentences[code ?? 'UNKNOWN'], false)
    return
  }
  if (media === null) return on.failed(sentences.NOT_FOUND, false)

  noteAdded(media)
  on.stored(media)
  // The file is safe: that its inside is not known yet is no failure.
  await lookInside(id, on).catch(() => undefined)
}

/** Shows what is found inside as soon as it is known, the first of it before the last. */
async function lookInside(id: string, on: Parameters<SendFile>[1]): Promise<void> {
  const first = await asked(id, ({ media }) => media?.examined !== false || media.finding !== null)
  if (first.media) on.examined(first.media)
  if (first.media?.examined !== false) return
  const last = await asked(id, ({ media }) => media?.examined !== false)
  if (last.media) on.examined(last.media)
}

type Status = Awaited<ReturnType<typeof client.media.upload>>

/** What was found a moment after it was asked for shall not stay untold for long. */
const mostWaitMs = 2_000

async function asked(id: string, isEnough: (status: Status) => boolean): Promise<Status> {
  for (let wait = 250; ; wait = Math.min(mostWaitMs, wait * 2)) {
    const status = await insistently(() => client.media.upload({ id }))
    if (isEnough(status)) return status
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Whether it was the server that answered, and no proxy that has none behind it; what is too large for a proxy is heard. */
function isOurs(response: HttpResponse): boolean {
  const isJson = response.getHeader('Content-Type')?.includes('json')
  return isJson || Boolean(response.getHeader('Tus-Checksum-Algorithm')) || response.getStatus() === 413
}

/**
 * Whether the same request may succeed in a moment: there was no answer (0), the token had run out, the line was too slow for a
 * proxy (408), somebody else was writing, or the server was busy or in trouble. A full disk (507) is not emptied by asking again.
 */
function mayPass(status: number): boolean {
  return [0, 401, 408, 409, 423, 429].includes(status) || (status >= 500 && status !== 507)
}

/** The server did not say where to go on, and may in a moment: the sign-in had run out, or it was busy. */
class AskedInVain extends Error {
  readonly status: number

  constructor(status: number) {
    super(`asked where to go on, and answered with ${status}`)
    this.status = status
  }
}

function statusOf(error: Error | DetailedError): number {
  if (!('originalResponse' in error)) return 0
  const { originalResponse, causingError } = error
  return causingError instanceof AskedInVain ? causingError.status : (originalResponse?.getStatus() ?? 0)
}

/** The sentence for a failed transfer, and whether trying again may help. */
function reasonOf(error: Error | DetailedError, name: string): [problem: string, canRetry: boolean] {
  const status = statusOf(error)
  if (status === 0) return [sentences.OFFLINE, true]
  // Said without a word where it was only asked where to go on.
  if (status === 401) return [sentences.UNAUTHORIZED, true]

  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  const situation = situationOf(refusal(status, parsed(body)))
  const final = status >= 400 && status < 500 && !mayPass(status)
  return [situation === 'FILE_TYPE_REFUSED' ? notSupported(name) : sentences[situation], !final]
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return null
  }
}

import { type DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client'
import { v7 as newId } from 'uuid'
import { tusPath } from '#contract/paths.ts'
import { assertReadable } from '../../lib/chosen-file.ts'
import { isPassing, situationOf } from '../../lib/errors.ts'
import { insistently, retryDelaysMs } from '../../lib/insistently.ts'
import { noteAdded } from '../../lib/just-added.ts'
import { refusal } from '../../lib/refusal.ts'
import { accessToken } from '../../lib/request.ts'
import { client } from '../../lib/rpc.ts'
import { sentences } from '../../lib/sentences.ts'
import { notSupported, type SendFile } from './upload-queue.ts'
import { watchLine } from './watch-line.ts'

/** The server acknowledges each chunk after flushing it to disk, so a broken connection costs at most one chunk. */
const chunkSize = 8 * 1024 * 1024

/** Sends files into one story over tus 1.0. A file chosen again after the tab was closed resumes where it stopped. */
export function sendInto(storyId: string, prepare: () => Promise<void>): SendFile {
  return (file, on) => {
    let refusedToken = false
    let wanted = false
    let stopped = new AbortController()
    /** Incremented by every start and stop, so that an asynchronous step of an earlier turn does not continue in a later one. */
    let turn = 0
    const line = watchLine(
      () => upload.abort(),
      () => begin(),
      () => on.failed(sentences.OFFLINE, true, true),
    )
    const begin = () => {
      line.begins()
      upload.start()
    }

    let isLooking = false
    // A file that cannot be read fails like a missing network, and tus would retry it for more than a minute; so it is checked separately.
    const lookAtFile = async () => {
      if (isLooking) return
      isLooking = true
      const own = turn
      try {
        await assertReadable(file)
      } catch {
        if (own !== turn) return
        line.ends()
        await upload.abort()
        if (wanted && own === turn) on.failed(sentences.FILE_AWAY, true)
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
        // Any procedure call renews an expired session, after which the token is fresh.
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
        // An exception counts as no answer. Otherwise the client would take a proxy's 404 to mean
        // that the upload is gone, and start from the beginning.
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
        // The client retries no more after this, and asks nothing: until the file is sent again, the token may have expired.
        refusedToken = true
        on.failed(...reasonOf(error, file.name))
        if (statusOf(error) === 0) lookAtFile()
      },
      onSuccess: () => {
        line.ends()
        on.checking()
        settle(upload.url ?? '', file.name, on).catch((error) =>
          on.failed(sentences[situationOf(error)], true, isPassing(error)),
        )
      },
    })

    return {
      abort: (forGood) => {
        wanted = false
        turn += 1
        stopped.abort()
        line.ends()
        return upload.abort(forGood)
      },
      start: async () => {
        wanted = true
        turn += 1
        const own = turn
        stopped = new AbortController()
        try {
          await insistently(prepare, stopped.signal)
        } catch (error) {
          if (own === turn) on.failed(sentences[situationOf(error)], true, isPassing(error))
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

/** Waits until the server has determined the file's type from its bytes, and then until it has examined the content. */
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
  // The file is safe by now, so failing to learn about its content is no error.
  await lookInside(id, on).catch(() => undefined)
}

/** Reports the results of the examination as they arrive: first a finding, later the final result. */
async function lookInside(id: string, on: Parameters<SendFile>[1]): Promise<void> {
  const first = await asked(id, ({ media }) => media?.examined !== false || media.finding !== null)
  if (first.media) on.examined(first.media)
  if (first.media?.examined !== false) return
  const last = await asked(id, ({ media }) => media?.examined !== false)
  if (last.media) on.examined(last.media)
}

type Status = Awaited<ReturnType<typeof client.media.upload>>

/** The longest interval between two polls, in ms, so that a result does not go unnoticed for long. */
const mostWaitMs = 2_000

async function asked(id: string, isEnough: (status: Status) => boolean): Promise<Status> {
  for (let wait = 250; ; wait = Math.min(mostWaitMs, wait * 2)) {
    const status = await insistently(() => client.media.upload({ id }))
    if (isEnough(status)) return status
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** Whether the answer is the server's own, not that of a proxy without a server behind it. A proxy's 413 (too large) is accepted, too. */
function isOurs(response: HttpResponse): boolean {
  const isJson = response.getHeader('Content-Type')?.includes('json')
  return isJson || Boolean(response.getHeader('Tus-Checksum-Algorithm')) || response.getStatus() === 413
}

/**
 * Whether the same request may succeed shortly: no answer (0), an expired token (401), too slow for a proxy (408), a conflicting write
 * (409, 423), or a server that is busy or in trouble. Not a full disk (507), which a retry does not change.
 */
function mayPass(status: number): boolean {
  return [0, 401, 408, 409, 423, 429].includes(status) || (status >= 500 && status !== 507)
}

/** The server could not say at which offset to resume, but may shortly: the sign-in had expired, or it was busy. */
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

/** The sentence for a failed transfer, whether a retry may help, and whether its reason may pass by itself. */
export function reasonOf(
  error: Error | DetailedError,
  name: string,
): [problem: string, canRetry: boolean, mayPass: boolean] {
  const status = statusOf(error)
  if (status === 0) return [sentences.OFFLINE, true, true]
  // The HEAD request for the offset is answered without a body.
  if (status === 401) return [sentences.UNAUTHORIZED, true, false]

  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  const situation = situationOf(refusal(status, parsed(body)))
  const final = status >= 400 && status < 500 && !mayPass(status)
  return [
    situation === 'FILE_TYPE_REFUSED' ? notSupported(name) : sentences[situation],
    !final,
    mayPass(status),
  ]
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '')
  } catch {
    return null
  }
}

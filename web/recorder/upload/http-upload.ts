import type { ContractRouterClient } from '@orpc/contract'
import type { ErrorCode } from '#contract/errors.ts'
import type { Contract } from '#contract/index.ts'
import { chunkPath } from '#contract/paths.ts'
import type { ChunkReceipt } from '#contract/recordings.ts'
import { contentDigest } from '../hash.ts'
import { UploadFailure, type UploadPort } from './upload.ts'

export type HttpUploadPorts = {
  recordings: Pick<ContractRouterClient<Contract>['recordings'], 'start' | 'status' | 'complete' | 'discard'>
  /** `fetch` authenticated as the recording's owner; it renews an expired sign-in once by itself. */
  fetch: (input: string, init: RequestInit) => Promise<Response>
  /** The server's origin, without a trailing slash. */
  origin: string
}

/** A request without an answer times out after half a minute, plus the time its bytes take at 20 kB a second. */
const patienceMs = 30_000
const slowestBytesPerMs = 20

/** The upload port over the typed client and `fetch`. */
export function createHttpUpload({ recordings, fetch, origin }: HttpUploadPorts): UploadPort {
  return {
    start: (recording, signal) => asked(recordings.start(recording, { signal: patience(signal) })),
    status: (id, signal) => asked(recordings.status({ id }, { signal: patience(signal) })),
    complete: (completion, signal) => asked(recordings.complete(completion, { signal: patience(signal) })),
    discard: async (id, how, signal) => {
      await asked(recordings.discard({ id, ...how }, { signal: patience(signal) }))
    },

    async putChunk(recordingId, { index, bytes, sha256 }, signal) {
      const response = await asked(
        fetch(`${origin}${chunkPath(recordingId, index)}`, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream', 'content-digest': contentDigest(sha256) },
          body: bytes,
          signal: patience(signal, bytes.byteLength / slowestBytesPerMs),
        }),
      )
      const body = await jsonOf(response)
      if (!response.ok) throw new UploadFailure(kindOf(response.status, body), body)
      return body as Partial<ChunkReceipt>
    },
  }
}

function patience(signal: AbortSignal, extraMs = 0): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(patienceMs + extraMs))])
}

/** Awaits an answer and turns a failure into an `UploadFailure`. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const { status } = errorOf(error)
    if (status === undefined) throw new UploadFailure('offline', error)
    throw new UploadFailure(kindOf(status, error), error)
  }
}

/** A body that is not a JSON object (a proxy's error page, say) counts as an empty one. */
async function jsonOf(response: Response): Promise<object> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? body : {}
}

function errorOf(error: unknown): { status?: number; code?: string } {
  return typeof error === 'object' && error !== null ? error : {}
}

/** The HTTP status decides where the answer has none of our error codes: a proxy in front of the server sends only a status. */
function kindOf(status: number, error: unknown): UploadFailure['kind'] {
  switch (errorOf(error).code as ErrorCode | undefined) {
    case 'CHUNK_CONFLICT':
    case 'CONFLICT':
      return 'conflict'
    case 'CHUNK_OUT_OF_ORDER':
      return 'out-of-order'
    case 'RECORDING_ENDED':
      return 'ended'
    case 'RECORDING_INCOMPLETE':
      return 'incomplete'
    case 'LIMIT_REACHED':
      return 'story-full'
    case 'FORBIDDEN':
      return 'story-shared'
    case 'STORAGE_LIMIT_REACHED':
      return 'storage-limit'
    case 'LINK_EXPIRED':
    case 'LINK_REVOKED':
    case 'LINK_TAKEN':
    case 'LINK_UNKNOWN':
      return 'link-ended'
    case 'DIGEST_MISMATCH':
      return 'server'
    default:
      return kindOfStatus(status)
  }
}

function kindOfStatus(status: number): UploadFailure['kind'] {
  if (status === 401) return 'signed-out'
  if (status === 404) return 'missing'
  if (status === 408 || status === 429 || (status >= 500 && status !== 507)) return 'server'
  if (status === 410) return 'story-gone'
  if (status === 413) return 'too-large'
  if (status === 507) return 'server-full'
  return 'refused'
}

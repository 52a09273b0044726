import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { bounded } from '../../bounded-answer.ts'
import { StorageError, type StorageFailure } from '../storage.ts'
import type { S3Address } from './s3-address.ts'
import { asStorageError } from './s3-failure.ts'

export type S3Keys = { accessKeyId: string; secretAccessKey: string }

/**
 * How long to wait, in milliseconds: for a connection, for the answer to one attempt, and for a call with all its attempts. What is
 * sent may take longer by the time that it needs at `bytesPerSecond`, the slowest that a single call gets on.
 */
export type S3Patience = { connectMs: number; answerMs: number; callMs: number; bytesPerSecond: number }

export type BucketOptions = {
  patience?: S3Patience
  /** Called for every call that failed for good, except where the answer is that nothing is there. */
  onFailure?: (error: StorageError) => void
}

/** The rate is a quarter of 50 kB/s: parts go four at a time, and a home's line into the internet may be no faster. */
const PATIENCE: S3Patience = { connectMs: 3_000, answerMs: 10_000, callMs: 30_000, bytesPerSecond: 12_500 }
const TRIES = 4
const NOTHING_THERE: StorageFailure[] = ['NOT_FOUND', 'OUT_OF_RANGE']
/** A person who plays a recording holds a connection for as long as they do; writes must not wait for it. */
const CONNECTIONS_MAX = 1_000

/** A whole object: its size, its version, and the metadata that we stored with it. */
export type Found = { size: number; etag: string; notes: Record<string, string> }
export type Part = { PartNumber: number; ETag: string }
type Notes = Record<string, string>
type CallOptions = { abortSignal: AbortSignal }

/**
 * The calls we make to an S3-compatible store. Each is bounded in time and attempts, each failure gets one of our codes, and each
 * body carries its MD5, which every such store compares. Newer checksums are left out because older stores refuse them.
 */
export class Bucket {
  readonly #client: S3Client
  readonly #name: string
  readonly #patience: S3Patience

  readonly #onFailure: (error: StorageError) => void

  constructor(address: S3Address, keys: S3Keys, given: BucketOptions = {}) {
    const { patience = PATIENCE } = given
    this.#name = address.bucket
    this.#patience = patience
    this.#onFailure = given.onFailure ?? (() => undefined)
    this.#client = new S3Client({
      region: address.region,
      ...(address.endpoint === undefined ? {} : { endpoint: address.endpoint }),
      forcePathStyle: address.isPathStyle,
      credentials: keys,
      maxAttempts: TRIES,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: patience.connectMs,
        requestTimeout: patience.answerMs,
        throwOnRequestTimeout: true,
        httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
        httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      },
    })
    // Runs before the library reads an answer: the library holds every answer in memory as a whole, except the bytes of an object,
    // so all other answers are limited in size.
    this.#client.middlewareStack.add(
      (next, { commandName }) =>
        async (given) => {
          const answered = await next(given)
          const response = answered.response as { statusCode: number; body: unknown }
          const isObject = commandName === 'GetObjectCommand' && response.statusCode < 300
          if (!isObject && response.body instanceof Readable)
            response.body = Readable.from(bounded(response.body))
          return answered
        },
      { step: 'deserialize', priority: 'low' },
    )
  }

  get patience(): S3Patience {
    return this.#patience
  }

  async put(key: string, body: Uint8Array, notes: Notes = {}): Promise<void> {
    const sent = { Bucket: this.#name, Key: key, Body: body, Metadata: notes, ...lengthAndDigest(body) }
    const stored = await this.#untilArrivedWell(() =>
      this.#send('PutObject', body, (options) => this.#client.send(new PutObjectCommand(sent), options)),
    )
    // A store answers with an ETag for what it has stored; an error page of a proxy in between does not.
    if (!stored.ETag) throw new StorageError('UNAVAILABLE', 'PutObject: an answer without an ETag')
  }

  /** Resolves to null where there is no such object. */
  async head(key: string): Promise<Found | null> {
    try {
      const given = { Bucket: this.#name, Key: key }
      const found = await this.#call('HeadObject', (options) =>
        this.#client.send(new HeadObjectCommand(given), options),
      )
      return { size: found.ContentLength ?? 0, etag: found.ETag ?? '', notes: found.Metadata ?? {} }
    } catch (error) {
      if (error instanceof StorageError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  /**
   * Reads the bytes from `start` to before `end`. Some stores answer with more than the range, or with another version than was
   * asked for: the caller has to count the bytes and compare `etag`.
   */
  async get(key: string, start: number, end: number): Promise<{ body: Readable; etag: string }> {
    const given = { Bucket: this.#name, Key: key, Range: `bytes=${start}-${end - 1}` }
    const found = await this.#call('GetObject', (options) =>
      this.#client.send(new GetObjectCommand(given), options),
    )
    if (!(found.Body instanceof Readable)) throw new StorageError('UNAVAILABLE', 'GetObject: no body')
    // A reader learns of a broken connection by reading; once nobody reads, the error does not matter.
    found.Body.on('error', () => undefined)
    return { body: found.Body, etag: found.ETag ?? '' }
  }

  /**
   * Lists up to `count` keys below a prefix that come after `after`, in their order; `names` are the keys without the prefix. A
   * store may answer with fewer names although it has more, and with none at all where many objects were removed: then it is asked
   * on, as it says how.
   */
  async list(prefix: string, after: string, count: number): Promise<{ names: string[]; hasMore: boolean }> {
    const given = { Bucket: this.#name, Prefix: prefix, StartAfter: `${prefix}${after}`, MaxKeys: count }
    const ask = (token?: string) => {
      const command = new ListObjectsV2Command({ ...given, ...(token ? { ContinuationToken: token } : {}) })
      return this.#call('ListObjectsV2', (options) => this.#client.send(command, options))
    }
    let page = await ask()
    let token = page.NextContinuationToken
    while (token && page.IsTruncated && !page.Contents?.length) {
      page = await ask(token)
      // The same one again leads nowhere.
      token = page.NextContinuationToken === token ? undefined : page.NextContinuationToken
    }
    const names = (page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice(prefix.length)] : []))
    return { names, hasMore: page.IsTruncated === true || names.length >= count }
  }

  async remove(key: string): Promise<void> {
    const given = { Bucket: this.#name, Key: key }
    await this.#call('DeleteObject', (options) => this.#client.send(new DeleteObjectCommand(given), options))
  }

  async beginParts(key: string, notes: Notes): Promise<string> {
    const given = { Bucket: this.#name, Key: key, Metadata: notes }
    const begun = await this.#call('CreateMultipartUpload', (options) =>
      this.#client.send(new CreateMultipartUploadCommand(given), options),
    )
    if (!begun.UploadId)
      throw new StorageError('UNAVAILABLE', 'CreateMultipartUpload: an answer without an id')
    return begun.UploadId
  }

  async putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<Part> {
    const given = { Bucket: this.#name, Key: key, UploadId: uploadId, PartNumber: number, Body: body }
    const sent = { ...given, ...lengthAndDigest(body) }
    const stored = await this.#untilArrivedWell(() =>
      this.#send('UploadPart', body, (options) => this.#client.send(new UploadPartCommand(sent), options)),
    )
    if (!stored.ETag) throw new StorageError('UNAVAILABLE', 'UploadPart: an answer without an ETag')
    return { PartNumber: number, ETag: stored.ETag }
  }

  /**
   * Joins the parts into one object. With many parts the store may take a while, so this call waits longer for its answer than
   * others.
   */
  async endParts(key: string, uploadId: string, parts: Part[]): Promise<void> {
    const given = { Bucket: this.#name, Key: key, UploadId: uploadId, MultipartUpload: { Parts: parts } }
    const { callMs } = this.#patience
    const joined = await this.#call('CompleteMultipartUpload', (options) =>
      this.#client.send(new CompleteMultipartUploadCommand(given), { ...options, requestTimeout: callMs }),
    )
    if (!joined.ETag)
      throw new StorageError('UNAVAILABLE', 'CompleteMultipartUpload: an answer without an ETag')
  }

  async dropParts(key: string, uploadId: string): Promise<void> {
    const given = { Bucket: this.#name, Key: key, UploadId: uploadId }
    await this.#call('AbortMultipartUpload', (options) =>
      this.#client.send(new AbortMultipartUploadCommand(given), options),
    )
  }

  /**
   * A call with a body. The library counts the time for an answer from the first byte that is sent, so it has to be enough for the
   * whole body; all attempts together have time for one that came to nothing and another.
   */
  #send<T>(
    name: string,
    { length }: Uint8Array,
    send: (options: CallOptions & { requestTimeout: number }) => Promise<T>,
  ): Promise<T> {
    const { answerMs, callMs, bytesPerSecond } = this.#patience
    const sendMs = Math.ceil((length * 1_000) / bytesPerSecond)
    const requestTimeout = answerMs + sendMs
    return this.#call(name, (options) => send({ ...options, requestTimeout }), callMs + 2 * sendMs)
  }

  async #call<T>(
    name: string,
    send: (options: CallOptions) => Promise<T>,
    callMs = this.#patience.callMs,
  ): Promise<T> {
    try {
      return await send({ abortSignal: AbortSignal.timeout(callMs) })
    } catch (error) {
      const failure = asStorageError(error, name)
      if (!NOTHING_THERE.includes(failure.code)) this.#onFailure(failure)
      throw failure
    }
  }

  /** Sends again what arrived damaged. The library does not count that failure among those that may pass. */
  async #untilArrivedWell<T>(send: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await send()
      } catch (error) {
        const isDamaged = error instanceof StorageError && error.code === 'WRONG_BYTES'
        if (!isDamaged || tries === TRIES) throw error
      }
    }
  }
}

function lengthAndDigest(body: Uint8Array) {
  return { ContentLength: body.length, ContentMD5: createHash('md5').update(body).digest('base64') }
}

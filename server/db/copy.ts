import { once } from 'node:events'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** The driver delivers one row per message; rows are gathered into blocks of this size. */
const GATHERED_BYTES = 64 * 1024

/**
 * Methods of the driver's connection that its type declarations leave out; they may be called while this query is the active one.
 */
type Connection = pg.Connection & {
  sendCopyFromChunk: (chunk: Uint8Array) => void
  endCopyFrom: () => void
  sendCopyFail: (message: string) => void
}

export type CopiedRows = { stream: Readable; rows: () => number }

/**
 * Runs `COPY ... TO STDOUT` as a stream with backpressure. Read it to its end, or discard the connection.
 * @param client a client without pipelining
 */
export function copyOut(client: pg.Client, statement: string): CopiedRows {
  const query = new CopyOut(statement)
  client.query(query)
  return { stream: query.stream, rows: () => query.rows }
}

/**
 * Runs `COPY ... FROM STDIN` with everything that the source yields. A failure leaves the transaction aborted.
 * @returns the number of rows copied
 */
export function copyIn(
  client: pg.Client,
  statement: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  const query = new CopyIn(statement, source)
  client.query(query)
  return query.done
}

class CopyOut {
  readonly stream: Readable
  rows = 0
  readonly #statement: string
  #connection: Connection | null = null
  #gathered: Buffer[] = []
  #size = 0

  constructor(statement: string) {
    this.#statement = statement
    this.stream = new Readable({
      highWaterMark: 4 * GATHERED_BYTES,
      read: () => void this.#connection?.stream.resume(),
    })
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection as Connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver reuses its buffer for the next message.
    this.#gathered.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= GATHERED_BYTES) this.#handOn()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = countOf(text)
  }

  handleReadyForQuery(): void {
    if (this.#size > 0) this.#handOn()
    this.#connection?.stream.resume()
    this.stream.push(null)
  }

  handleError(error: Error): void {
    this.#connection?.stream.resume()
    this.stream.destroy(error)
  }

  #handOn(): void {
    const isWanted = this.stream.push(Buffer.concat(this.#gathered))
    this.#gathered = []
    this.#size = 0
    if (!isWanted) this.#connection?.stream.pause()
  }
}

class CopyIn {
  readonly done: Promise<number>
  readonly #statement: string
  readonly #source: AsyncIterable<Uint8Array>
  readonly #settle: PromiseWithResolvers<number>
  #rows = 0
  #failed: unknown = null
  #hasEnded = false

  constructor(statement: string, source: AsyncIterable<Uint8Array>) {
    this.#statement = statement
    this.#source = source
    this.#settle = Promise.withResolvers<number>()
    this.done = this.#settle.promise
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#statement)
  }

  handleCopyInResponse(connection: pg.Connection): void {
    this.#send(connection as Connection).catch((error: unknown) => {
      this.#failed = error
      if (!this.#hasEnded) (connection as Connection).sendCopyFail('the rows could not be read')
    })
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = countOf(text)
  }

  handleReadyForQuery(): void {
    this.#settle.resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#hasEnded = true
    this.#settle.reject(this.#failed ?? error)
  }

  async #send(connection: Connection): Promise<void> {
    for await (const piece of this.#source) {
      // The database has already refused a row and accepts no more data.
      if (this.#hasEnded) return
      connection.sendCopyFromChunk(piece)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
    connection.endCopyFrom()
  }
}

/** Reads the number of rows from a command tag such as `COPY 12`. */
function countOf(tag: string): number {
  return Number(/\d+$/.exec(tag)?.[0] ?? 0)
}

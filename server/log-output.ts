import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { hasCode } from './error-code.ts'

/** How long to wait where whoever reads the log takes nothing more at the moment, and how much waits with it, in bytes. */
const AGAIN_MS = 100
const WAITING_MAX = 1_000_000
const NOTHING = Buffer.alloc(0)

/**
 * Writes lines to an open file at once, so that the last words of a process are there, too. Lines that cannot be written, as on a full
 * disk, are dropped: pino’s own output makes an uncaught exception of them, and at the end of the process waits until there is room
 * (docs/decisions/089).
 */
export function outputTo(file: number): DestinationStream {
  let waiting = NOTHING
  /** Whether only a part of the last line was written: it is ended before the next one. */
  let isCut = false

  const writeOut = (): void => {
    const { length } = waiting
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSync(file, waiting))
      isCut = false
    } catch (error) {
      if (hasCode(error, 'EAGAIN')) return void setTimeout(writeOut, AGAIN_MS).unref()
      isCut ||= waiting.length < length
      waiting = NOTHING
    }
  }

  return {
    write: (line) => {
      const isBusy = waiting.length > 0
      if (isBusy && waiting.length > WAITING_MAX) return
      waiting = Buffer.concat([waiting, Buffer.from(isCut && !isBusy ? `\n${line}` : line)])
      if (!isBusy) writeOut()
    },
  }
}

let standardOutput: DestinationStream | undefined

/** The one output of this process: lines of several logs must not run into each other. */
export function toStandardOutput(): DestinationStream {
  standardOutput ??= outputTo(1)
  return standardOutput
}

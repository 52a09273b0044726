import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { hasCode } from './error-code.ts'

/** How long to wait where whoever reads the log takes nothing more at the moment. */
const AGAIN_MS = 100
const NOTHING = Buffer.alloc(0)

/**
 * Writes lines to an open file in the background. Lines that cannot be written, as on a full disk, are dropped: pino's own output
 * makes an uncaught exception of them, and at the end of the process waits until there is room.
 */
export function outputTo(file: number): DestinationStream {
  let waiting = ''
  let underWay = NOTHING
  /** A line of which only a part was written is ended before the next one. */
  let ending = ''

  const writeOn = (): void =>
    write(file, underWay, (error, written) => {
      if (hasCode(error, 'EAGAIN')) return void setTimeout(writeOn, AGAIN_MS)
      underWay = error ? NOTHING : underWay.subarray(written)
      ending = error ? '\n' : ''
      if (underWay.length > 0) writeOn()
      else if (waiting !== '') begin()
    })
  const begin = (): void => {
    underWay = Buffer.from(ending + waiting)
    waiting = ''
    writeOn()
  }

  process.on('exit', () => {
    try {
      writeSync(file, waiting)
    } catch {
      // There is nowhere left to say so.
    }
  })
  return {
    write: (line) => {
      waiting += line
      if (underWay.length === 0) begin()
    },
  }
}

let standardOutput: DestinationStream | undefined

/** The one output of this process: lines of several logs must not run into each other. */
export function toStandardOutput(): DestinationStream {
  standardOutput ??= outputTo(1)
  return standardOutput
}

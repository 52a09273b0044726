import { fork } from 'node:child_process'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { environmentForChildren } from '../../env.ts'
import { MediaError, type WorkOptions } from '../media-tool.ts'
import { ended } from '../run-process.ts'
import { workTimeMs } from '../work-time.ts'

const CHILD = new URL('./child.ts', import.meta.url)
/** Little heap is needed: the tables lie outside it, and what is on it is short-lived. */
const HEAP = ['--max-old-space-size=64', '--max-semi-space-size=2']

const outcome = z.discriminatedUnion('is', [
  z.object({ is: z.literal('copied'), leftOffBytes: z.number() }),
  z.object({ is: z.literal('declined'), reason: z.string() }),
])

/**
 * Copies an MP4 with our own copier, in a process that can be killed.
 * @returns false where the copier does not understand the file for certain, or fails. Nothing is lost then: another tool can copy
 * the file
 * @throws MediaError ABORTED
 */
export async function copiedByUs(input: string, output: string, options: WorkOptions): Promise<boolean> {
  if (!(await looksLikeMp4(input))) return false
  try {
    const done = await ask(input, output, options)
    if (done.is === 'declined') options.log?.info({ reason: done.reason }, 'an MP4 is left to another tool')
    else if (done.leftOffBytes > 0) {
      options.log?.info({ bytes: done.leftOffBytes }, 'the torn end of an MP4 was left off its copy')
    }
    return done.is === 'copied'
  } catch (error) {
    if (!(error instanceof MediaError) || error.code === 'ABORTED') throw error
    options.log?.warn({ err: error }, 'an MP4 could not be copied and is left to another tool')
    return false
  }
}

/** Saves starting a process for a file that does not begin like an MP4. */
async function looksLikeMp4(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    return buffer.toString('latin1', 4) === 'ftyp'
  } finally {
    await file.close()
  }
}

async function ask(input: string, output: string, { signal }: WorkOptions) {
  // Awaited before the process starts: once it runs, no await may come before its listeners are added, or its end or the abort of
  // the job could be missed.
  const timeoutMs = await workTimeMs(input)
  if (signal.aborted) throw new MediaError('ABORTED', 'the copy was not started')

  const child = fork(CHILD, [input, output], {
    execArgv: [...HEAP, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: environmentForChildren(),
  })
  let answer: unknown = null
  child.on('message', (message) => {
    answer = message
  })
  await ended(child, 'the MP4 copier', { signal, timeoutMs })
  const read = outcome.safeParse(answer)
  if (!read.success) throw new MediaError('TOOL_FAILED', 'the MP4 copier ended without an answer')
  return read.data
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { environmentForChildren } from '../env.ts'

const program = join(import.meta.dirname, 'check-english.ts')
/** 60,000 words take half a minute on one core. */
const TIMEOUT_MS = 300_000
const OUTPUT_BYTES_MAX = 20_000_000

const answer = z.object({
  findings: z.array(
    z.object({
      /** The index of the text. */
      text: z.int().nonnegative(),
      kind: z.string(),
      from: z.int().nonnegative(),
      to: z.int().nonnegative(),
      message: z.string(),
      replacements: z.array(z.string()),
    }),
  ),
})
export type EnglishFinding = z.infer<typeof answer>['findings'][number]

/**
 * Checks texts by the rules of English, with Harper, in a process of its own that ends with the answer, so that neither the memory
 * nor the event loop of this process is burdened. Nothing leaves this machine.
 * @param words that are right here, whatever the dictionary says
 */
export async function proofreadEnglish(
  texts: readonly string[],
  words: readonly string[],
  signal: AbortSignal,
): Promise<EnglishFinding[]> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, ['--max-old-space-size=512', program], {
    env: environmentForChildren(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  // When the program ends early, the write fails with a broken pipe; its exit code says more.
  child.stdin.on('error', () => {})
  child.stdin.end(JSON.stringify({ words, texts }))

  const printed: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > OUTPUT_BYTES_MAX) child.kill('SIGKILL')
    else printed.push(chunk)
  })
  child.stderr.resume()
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  signal.throwIfAborted()
  if (code !== 0) throw new Error(`the proofreader ended with ${code}`)
  return answer.parse(JSON.parse(Buffer.concat(printed).toString())).findings
}

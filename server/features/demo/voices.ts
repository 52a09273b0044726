import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A word: its beginning and end in milliseconds, its speaker, its text. */
export type DemoWord = [startMs: number, endMs: number, speaker: string, text: string]

const words = z.array(z.tuple([z.int(), z.int(), z.string(), z.string()]))
const folder = join(import.meta.dirname, 'voices')

/**
 * Reads what `scripts/demo-voices.ts` made: a conversation in the format that browsers record, and the times of its
 * words.
 */
export async function readVoice(name: string): Promise<{ webm: Uint8Array<ArrayBuffer>; words: DemoWord[] }> {
  const [webm, times] = await Promise.all([
    readFile(join(folder, `${name}.webm`)),
    readFile(join(folder, `${name}.json`), 'utf8'),
  ])
  return { webm: new Uint8Array(webm), words: words.parse(JSON.parse(times)) }
}

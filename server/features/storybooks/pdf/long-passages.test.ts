import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { writePdf } from './write-pdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'kinora-long-passages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Draws a page with this passage. */
function draw(kind: 'words' | 'quote', text: string): Promise<string[]> {
  const passage = { id: uuidv7(), kind, speaker: '', text, verbatim: null, voice: null }
  const content = { kind: 'text' as const, passages: [passage] }
  const about = { title: 'Book', creators: [], language: 'en', modified: new Date(), fonts: '' }
  return writePdf(join(folder, `${uuidv7()}.pdf`), {
    ...about,
    pages: [{ id: uuidv7(), storyId: null, content, edited: false, version: 0 }],
    pictures: new Map(),
    paths: new Map(),
    chapters: new Map(),
  })
}

/** For how many seconds of work nobody else had their turn at most. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.cpuUsage()
  const look = () => {
    longest = Math.max(longest, process.cpuUsage(last).user / 1e6)
    last = process.cpuUsage()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return longest
}

test.each(['words', 'quote'] as const)(
  'others have their turn while %s as long as a book are set',
  async (kind) => {
    const text = Array.from({ length: 30_000 }, (_, number) => `danced${number.toString(36)}`).join(' ')
    expect(await longestTurn(() => draw(kind, text))).toBeLessThan(1.5)
  },
)

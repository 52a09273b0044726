import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { longestTurn } from '../../../testing/longest-turn.ts'
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

test.each(['words', 'quote'] as const)(
  'others have their turn while %s as long as a book are set',
  async (kind) => {
    const text = Array.from({ length: 30_000 }, (_, number) => `danced${number.toString(36)}`).join(' ')
    expect(await longestTurn(() => draw(kind, text))).toBeLessThan(24)
  },
)

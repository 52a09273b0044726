import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { DamagedFile } from '#contract/fixity.ts'
import { DamagedRows } from './damaged-rows.tsx'

const damaged = (count: number): DamagedFile[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `file-${index}`,
    storyId: null,
    storyTitle: 'The mill',
    recordingId: null,
    kind: 'image',
    fileName: `photo ${index + 1}.jpg`,
    damage: 'missing',
    foundAt: '2026-11-27T12:00:00Z',
  }))

const rowsOf = (count: number) => renderToStaticMarkup(createElement(DamagedRows, { files: damaged(count) }))

test('of hundreds of damaged files sixty are drawn, and more when asked for', () => {
  const drawn = rowsOf(500)
  expect(drawn.match(/Its bytes are no longer there/g)).toHaveLength(60)
  expect(drawn).toContain('Show more (440)')
})

test('a few damaged files are all drawn', () => {
  expect(rowsOf(3).match(/Its bytes are no longer there/g)).toHaveLength(3)
  expect(rowsOf(3)).not.toContain('Show more')
})

import { expect, test } from 'vitest'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { keptEditsHere, keptEditsOf, keptTranscripts } from './kept-edits.ts'

const edit = (id: string) => ({ commands: [{ id } as TranscriptCommand], typed: 'mill' })

test('what somebody has corrected on a device that several use is theirs alone', () => {
  keptEditsOf('rosa', 'the mill').keep(edit('1'))
  keptEditsOf('rosa', 'the bridge').keep(edit('2'))
  expect(keptEditsOf('boris', 'the mill').all()).toEqual([])
  expect(keptEditsOf('rosa', 'the mill').all()).toEqual([edit('1')])
  expect([keptEditsHere('rosa'), keptEditsHere('boris')]).toEqual([2, 0])

  keptEditsOf('rosa', 'the mill').forget('1')
  expect(keptEditsHere('rosa')).toBe(1)
})

test('what waits for a deleted story is kept as long as the trash keeps that, and nobody who logs out is asked about it', () => {
  const kept = keptEditsOf('olga', 'the well')
  kept.keep(edit('1'))
  kept.setAside(edit('1'))
  expect([kept.all().length, keptTranscripts('olga'), keptEditsHere('olga')]).toEqual([1, ['the well'], 0])

  kept.setAside({ ...edit('1'), goneSinceMs: Date.now() - 31 * 86_400_000 })
  expect(keptTranscripts('olga')).toEqual([])
})

import { expect, test } from 'vitest'
import type { TranscriptCommand } from '#contract/transcript-edits.ts'
import { memoryOver } from '../../lib/device-memory.ts'
import { countEditsHere, keptTranscripts } from './edits-here.ts'
import { keptEditsOf } from './kept-edits.ts'
import { countRefusedHere, letGo, refusedHere } from './refused-here.ts'

/** How many of a person's edits exist on this device alone. */
function countOf(personId: string): number {
  const { kept, passing } = countEditsHere(personId)
  return kept + passing
}

const edit = (id: string) => ({ commands: [{ id } as TranscriptCommand], typed: 'mill' })

test('what somebody has corrected on a device that several use is theirs alone', () => {
  keptEditsOf('rosa', 'the mill').keep(edit('1'))
  keptEditsOf('rosa', 'the bridge').keep(edit('2'))
  expect(keptEditsOf('boris', 'the mill').all()).toEqual([])
  expect(keptEditsOf('rosa', 'the mill').all()).toEqual([edit('1')])
  expect([countOf('rosa'), countOf('boris')]).toEqual([2, 0])

  keptEditsOf('rosa', 'the mill').forget('1')
  expect(countOf('rosa')).toBe(1)
})

test('what waits for a deleted story is kept as long as the trash keeps that, and nobody who logs out is asked about it', () => {
  const kept = keptEditsOf('olga', 'the well')
  kept.keep(edit('1'))
  kept.setAside(edit('1'))
  expect([kept.all().length, keptTranscripts('olga'), countOf('olga')]).toEqual([1, ['the well'], 0])

  kept.setAside({ ...edit('1'), goneSinceMs: Date.now() - 31 * 86_400_000 })
  expect(keptTranscripts('olga')).toEqual([])
})

test('what a browser had no room for goes with the page, and is not counted as kept', () => {
  const entries: Record<string, string> = {}
  const setItem = (name: string, text: string) => {
    if (Object.keys(entries).length === 2) throw new DOMException('no room', 'QuotaExceededError')
    entries[name] = text
  }
  const getItem = (name: string) => entries[name] ?? null
  const storage = new Proxy(entries, {
    get: (_, name) => Reflect.get({ setItem, getItem }, name) ?? Reflect.get(entries, name),
  })
  const memory = memoryOver(storage as unknown as Storage)

  for (const id of ['1', '2', '3']) keptEditsOf('rosa', 'the mill', memory).keep(edit(id))

  expect(countEditsHere('rosa', memory)).toEqual({ kept: 2, passing: 1 })
})

test('what was typed and refused is no less here alone: somebody who logs out is asked about it, until they let it go', () => {
  const kept = keptEditsOf('vera', 'the mill')
  kept.tell({ id: 'r1', lineId: 'line-1', typed: 'my dear mother', refusal: 'OVERLAP' })
  keptEditsOf('boris', 'the mill').tell({ id: 'r2', lineId: null, typed: 'his own', refusal: 'GONE' })
  const [words] = refusedHere('vera')

  expect(words).toEqual({ id: 'r1', transcriptId: 'the mill', typed: 'my dear mother' })
  const counted = countRefusedHere('vera')
  expect(counted.kept + counted.passing).toBe(1)
  if (words) letGo('vera', words)
  expect([refusedHere('vera'), kept.told(), refusedHere('boris').length]).toEqual([[], [], 1])
})

import { expect, test } from 'vitest'
import type { DerivedLine } from '#contract/family-derive.ts'
import { turnsDuring } from '../../testing/turns-during.ts'
import { deriveInTurns } from './derived-lines.ts'

test('others have their turn while lines are derived beside very many that were drawn', async () => {
  // One line of descent through everybody, as a file may bring it.
  const drawn = Array.from({ length: 20_000 }, (_, at): DerivedLine => {
    return { type: 'parent', kind: 'birth', fromId: `person ${at}`, toId: `person ${at + 1}` }
  })
  const turns = await turnsDuring(async () => {
    const sibling = { id: 'bo', relationship: 'Sibling' as const, viaId: null }
    const { lines } = await deriveInTurns('person 20000', [sibling], drawn)
    expect(lines).toEqual([{ type: 'parent', kind: 'birth', fromId: 'person 19999', toId: 'bo' }])
  })
  expect(turns).toBeGreaterThanOrEqual(9)
})

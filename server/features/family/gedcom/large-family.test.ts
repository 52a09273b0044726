import { expect, test } from 'vitest'
import { turnsDuring } from '../../../testing/turns-during.ts'
import { warningsOf } from './import-warnings.ts'
import type { FileConnection } from './own-family.ts'
import { readGedcom } from './read-gedcom.ts'
import { linesInCircles, sensibleConnections } from './sensible-connections.ts'
import { writeGedcom } from './write-gedcom.ts'

/*
 * A file may have 250,000 lines. The process that imports it also serves everybody else, so no walk over all lines may block it:
 * a walk over 20,000 lines gives way to other work ten times, and a function that walks several times does so in each walk.
 */
const COUNT = 20_000
const TURNS = 9
const people = Array.from({ length: COUNT + 1 }, (_, number) => `@I${number}@`)
const noText = { label: '', startDate: '', startPlace: '', endDate: '' }
/** One line of descent through everybody. */
const lines = people
  .slice(1)
  .map((to, at): FileConnection => ({ type: 'parent', kind: 'birth', from: people[at] ?? '', to, ...noText }))

test('others have their turn while it is judged which lines may stand', async () => {
  const turns = await turnsDuring(async () => {
    const { kept, left } = await sensibleConnections([...lines, ...lines], new Set(people))
    expect(kept).toEqual(lines)
    expect(left).toHaveLength(COUNT)
  })
  expect(turns).toBeGreaterThanOrEqual(5 * TURNS)
})

test('others have their turn while circles of descent are looked for, also down one long line', async () => {
  const closing: FileConnection = {
    ...noText,
    type: 'parent',
    kind: 'birth',
    from: `@I${COUNT}@`,
    to: '@I0@',
  }
  const turns = await turnsDuring(async () => {
    expect(await linesInCircles([...lines, closing])).toEqual(new Set([closing]))
  })
  expect(turns).toBeGreaterThanOrEqual(3 * TURNS)
})

test('others have their turn while dates are compared', async () => {
  const told = people.map((xref, number) => ({
    xref,
    sex: 'unknown' as const,
    dateOfBirth: number === COUNT ? '1800' : '1900',
    dateOfDeath: '',
  }))
  const turns = await turnsDuring(async () => {
    const warnings = await warningsOf(
      { people: told, connections: lines.slice(-1) },
      new Map(people.map((xref) => [xref, xref])),
    )
    expect(warnings).toEqual([{ code: 'CHILD_OLDER_THAN_PARENT', people: people.slice(-2) }])
  })
  expect(turns).toBeGreaterThanOrEqual(TURNS)
})

test('others have their turn while a large family is written', async () => {
  const told = people.map((xref) => `0 ${xref} INDI\n1 NAME Ana /Kos/\n`).join('')
  const family = await readGedcom(Buffer.from(`0 HEAD\n${told}0 TRLR\n`))
  let text = ''
  const turns = await turnsDuring(async () => {
    text = await writeGedcom(family, '7.0')
  })
  expect(text.match(/^0 @I\d+@ INDI/gm)).toHaveLength(COUNT + 1)
  expect(turns).toBeGreaterThanOrEqual(4 * TURNS)
})

import { expect, test } from 'vitest'
import { layoutTree } from '#contract/tree-layout.ts'
import { drawLines } from '#contract/tree-lines.ts'
import { posterSvg } from '#contract/tree-poster.ts'

const ids = ['mum', 'dad', 'you']
const connections = ['mum', 'dad'].map((fromId) => ({
  id: `${fromId}-you`,
  fromId,
  toId: 'you',
  type: 'parent' as const,
  kind: fromId === 'dad' ? ('adoptive' as const) : ('birth' as const),
  label: '',
  startDate: '',
  startPlace: '',
  endDate: '',
  isAutomatic: false,
  version: 0,
}))
const { placed, width, height } = layoutTree(
  'you',
  ids.map((id) => ({ id })),
  connections,
)
const lines = drawLines(placed, connections)
const poster = (nameOf: (id: string) => string) =>
  posterSvg({
    title: 'The <Petrovs>',
    people: placed.map((one) => ({
      ...one,
      name: nameOf(one.id),
      life: '1943 – 2011',
      isSelf: one.id === 'you',
    })),
    lines,
    width,
    height,
  })

test('everybody is on the poster, in one drawing that needs nothing else', () => {
  const svg = poster((id) => `${id} Petrova`)
  for (const id of ids) expect(svg).toContain(`>${id} Petrova<`)
  expect(svg).not.toMatch(/href|url\(|<image|<script/)
  expect(svg.match(/<path/g)).toHaveLength(1)
})

test('a name stays a name, whatever is in it', () => {
  const svg = poster(() => '<script>alert(1)</script> & "co" \u0000\ud800')
  expect(svg).not.toContain('<script')
  expect(svg).toContain('The &lt;Petrovs&gt;')
  expect(svg.includes('\u0000') || svg.includes('\ud800')).toBe(false)
})

test('a very long name is cut to three lines', () => {
  const svg = poster(
    () =>
      'Donaudampfschifffahrtsgesellschaftskapitän von und zu Hohenlohe-Waldenburg-Schillingsfürst der Ältere',
  )
  expect(svg).toContain('…')
})

test('the children of two parents have one line from between them, and no line is broken for one adoption of two', () => {
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    isBroken: false,
    toId: 'you',
    connections: [{ id: 'mum-you' }, { id: 'dad-you' }],
  })
})

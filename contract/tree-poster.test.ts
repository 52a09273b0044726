import { expect, test } from 'vitest'
import type { FamilyConnection } from '#contract/family.ts'
import { treeSizes } from '#contract/tree-coordinates.ts'
import { layoutTree } from '#contract/tree-layout.ts'
import { drawLines } from '#contract/tree-lines.ts'
import { posterSvg, wrapped } from '#contract/tree-poster.ts'

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

test('a name stands on as few lines as it fits on, and no line is wider than a card', () => {
  const exactly = 'Konstantinopolitane'
  expect(exactly).toHaveLength(19)
  expect(wrapped(exactly)).toEqual([exactly])
  expect(wrapped(`${exactly}r`)).toEqual([`${exactly.slice(0, 18)}…`])
  expect(wrapped('Ana Maria Katherina')).toEqual(['Ana Maria Katherina'])
  expect(wrapped('Anna Maria Katherina')).toEqual(['Anna Maria', 'Katherina'])
  expect(wrapped('  Ana \n Petrova ')).toEqual(['Ana Petrova'])
  expect(wrapped('')).toEqual([])

  const long = ['Maximiliane', 'Konstantin', 'Hohenlohe-Waldenbu', 'Schillingsfuerst', 'Aeltere']
  expect(wrapped(long.slice(0, 3).join(' '))).toEqual(long.slice(0, 3))
  expect(wrapped(long.join(' '))).toEqual([...long.slice(0, 2), `${long[2]}…`])
  expect(wrapped([...long.slice(0, 2), 'Ludwig', exactly].join(' '))).toEqual([
    ...long.slice(0, 1),
    'Konstantin Ludwig',
    exactly,
  ])
  expect(wrapped(['Maximiliane', exactly, 'Hohenlohe-Waldenburg', 'der', 'Aeltere'].join(' ')).at(-1)).toBe(
    'Hohenlohe-Waldenbu…',
  )
  expect(wrapped(['Maximiliane', exactly, 'von', exactly].join(' ')).at(-1)).toBe('von …')
})

test('a name in wide letters goes on below where its card ends, with no space to break it at', () => {
  expect(wrapped('ニコラスアレクサンダーリチャード')).toEqual(['ニコラスアレクサン', 'ダーリチャード'])
  expect(wrapped('欧阳娜娜')).toEqual(['欧阳娜娜'])
  expect(wrapped('김수한무거북이와두루미 삼천갑자동방삭')).toEqual(['김수한무거북이와두…', '삼천갑자동방삭'])
  expect(wrapped('田中 ニコラス・アレクサンダー')).toEqual(['田中', 'ニコラス・アレクサ', 'ンダー'])
  expect(wrapped('寿限無'.repeat(20))).toEqual([
    '寿限無寿限無寿限無',
    '寿限無寿限無寿限無',
    '寿限無寿限無寿限無…',
  ])
})

test('a name that is cut is cut between letters as people count them, marks and all', () => {
  expect(wrapped('क्षि'.repeat(9))).toEqual([`${'क्षि'.repeat(6)}…`])
  const [cut = ''] = wrapped('e\u0301'.repeat(20))
  expect(cut).toBe(`${'e\u0301'.repeat(18)}…`)
  expect(wrapped('e\u0301'.repeat(19))).toEqual(['e\u0301'.repeat(19)])
  const family = '👨‍👩‍👧'
  expect(wrapped(family.repeat(10))).toEqual([`${family.repeat(9)}…`])
})

test('the drawing is as large as the tree with its margin and its title, and says who “you” are', () => {
  const svg = poster((id) => `${id} Petrova`)
  expect(svg).toContain(`viewBox="0 0 ${width + 160} ${height + 160 + 140}"`)
  expect(svg).toContain('translate(80 220)')
  expect(svg.match(/<rect [^>]*fill="#e3f5ea"/g)).toHaveLength(1)
  expect(svg.match(/<rect [^>]*fill="#ffffff"/g)).toHaveLength(3)
})

test('names and years stand in the middle of their card, each on a line of its own', () => {
  const { x, y } = placed[0] ?? { x: 0, y: 0 }
  const textsIn = (name: string, life: string) => {
    const people = [{ id: 'mum', x, y, row: 0, name, life, isSelf: false }]
    const svg = posterSvg({ title: '', people, lines: [], width, height })
    return [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="18"[^>]*>([^<]*)</g)].map(
      ([, left, top, text]) => ({ x: Number(left), y: Number(top) - y - treeSizes.height / 2, text }),
    )
  }
  const middle = x + treeSizes.width / 2
  expect(textsIn('Ana', '')).toEqual([{ x: middle, y: 6, text: 'Ana' }])
  expect(textsIn('Ana', 'born 1943')).toEqual([
    { x: middle, y: -6, text: 'Ana' },
    { x: middle, y: 18, text: 'born 1943' },
  ])
})

test('a union that has ended is drawn broken, and one that lasts is not', () => {
  const union = (kind: 'married' | 'divorced') => ({
    ...connections[0],
    type: 'partner',
    kind,
    fromId: 'mum',
    toId: 'dad',
  })
  const drawn = (kind: 'married' | 'divorced') =>
    posterSvg({
      title: '',
      people: [],
      lines: drawLines(placed, [union(kind) as FamilyConnection]),
      width,
      height,
    })
  expect(drawn('divorced')).toContain('stroke-dasharray')
  expect(drawn('married')).not.toContain('stroke-dasharray')
})

test('the children of two parents have one line from between them, and no line is broken for one adoption of two', () => {
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({
    isBroken: false,
    toId: 'you',
    connections: [{ id: 'mum-you' }, { id: 'dad-you' }],
  })
})

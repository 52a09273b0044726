import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { gedcomPath, posterPath } from '#contract/paths.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { layOnPaper, posterPapers } from './poster/paper.ts'

const { app, person } = await createTestKinora()

async function poster(who: Person, paper: string) {
  const answer = await who.request(`${posterPath}?paper=${paper}`)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = bytes.toString('latin1')
  expect(text.startsWith('%PDF-1.')).toBe(true)
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true)
  return { bytes, text, pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, headers: answer.headers }
}

const addMember = (
  who: Person,
  firstName: string,
  lastName: string,
  relationship: 'Parent' | 'Sibling' = 'Parent',
) => who.client.familyMembers.create({ id: uuidv7(), firstName, lastName, relationship })

async function withFamily(): Promise<Person> {
  const ana = await person('Ana Petrova')
  await addMember(ana, 'Жанна', 'Łuczak-Schwarzenberger')
  await addMember(ana, 'Zoë', 'Łuczak-Schwarzenberger', 'Sibling')
  return ana
}

test('the tree is one page of lines and letters, with its fonts inside and no picture', async () => {
  const ana = await withFamily()
  const { text, pages, headers } = await poster(ana, 'one')
  expect(pages).toBe(1)
  expect(text).toMatch(/\/FontFile2 /)
  expect(text).toMatch(/\/BaseFont \/[A-Z]{6}\+Literata/)
  expect(text).not.toContain('/Subtype /Image')
  expect(headers.get('kinora-unprintable')).toBe('0')
})

test('names in Arabic and Hebrew are letters like all others', async () => {
  const ana = await withFamily()
  await addMember(ana, 'جدة', 'الكبيرة')
  await addMember(ana, 'שרה', 'לוי')
  const { bytes, text, headers } = await poster(ana, 'one')
  expect(headers.get('kinora-unprintable')).toBe('0')
  expect(text).toContain('NotoSansArabic')
  expect(text).toContain('NotoSansHebrew')
  await readAsAReader(bytes, ['جدة', 'الكبيرة', 'שרה', 'לוי'])
})

test('a sign that is printed without its joiners and colours is no letter that is missing', async () => {
  const ana = await withFamily()
  await addMember(ana, 'Zoë \u00a9\ufe0f', 'می\u200cخواهم')
  const { headers } = await poster(ana, 'one')
  expect(headers.get('kinora-unprintable')).toBe('0')
  expect(headers.get('kinora-unprintable-letters')).toBe('')
})

test('letters that no font here has are told, and the poster is drawn all the same', async () => {
  const ana = await withFamily()
  await addMember(ana, 'Enki \u{12097}\u{12098}', 'Eridu')
  const { bytes, pages, headers } = await poster(ana, 'a4')
  expect(headers.get('kinora-unprintable')).toBe('1')
  expect(decodeURIComponent(headers.get('kinora-unprintable-letters') ?? '')).toBe('\u{12097} \u{12098}')
  expect(pages).toBe(1)
  await readAsAReader(bytes, ['Enki […]'])
})

test('a large tree is one large page, or sheets that can be glued together', async () => {
  const ana = await person()
  const lines = Array.from({ length: 400 }, (_, i) => [
    `0 @I${i}@ INDI`,
    `1 NAME Person${i} /Of Many/`,
    ...(i > 0 ? [`0 @F${i}@ FAM`, `1 HUSB @I${Math.floor((i - 1) / 3)}@`, `1 CHIL @I${i}@`] : []),
  ])
  const body = ['0 HEAD', '1 GEDC', '2 VERS 5.5.1', ...lines.flat(), '0 TRLR'].join('\n')
  await ana.request(`${gedcomPath}?apply=true`, { method: 'POST', body })

  const one = await poster(ana, 'one')
  expect(one.pages).toBe(1)
  const sheets = await Promise.all(
    ['a3', 'a4', 'letter'].map(async (paper) => (await poster(ana, paper)).pages),
  )
  expect(sheets[0]).toBeGreaterThan(2)
  expect(sheets[1]).toBeGreaterThan(sheets[0] ?? 0)
  await readAsAReader(one.bytes, ['Person399'])
})

test('every spot of the drawing is on a sheet, and no sheet or page is too large', () => {
  for (const paper of posterPapers) {
    for (const [width, height] of [
      [176, 104],
      [9_000, 2_000],
      [600_000, 30_000],
    ] as const) {
      const { cuts, scale, ...sheet } = layOnPaper(paper, { width, height })
      expect(Math.max(sheet.width, sheet.height)).toBeLessThanOrEqual(14_400.01)
      expect(cuts.length).toBeLessThanOrEqual(300)
      expect(Math.max(...cuts.map(({ right }) => right))).toBeGreaterThanOrEqual(width)
      expect(Math.max(...cuts.map(({ bottom }) => bottom))).toBeGreaterThanOrEqual(height)
      for (const cut of cuts) {
        const next = cuts.find(({ row, column }) => row === cut.row && column === cut.column + 1)
        expect((next?.left ?? -1) < cut.right && scale > 0).toBe(true)
      }
    }
  }
})

test('nobody but a person gets a poster, and no other paper than there is', async () => {
  expect((await app.request(posterPath)).status).toBe(401)
  const ana = await person()
  expect((await ana.request(`${posterPath}?paper=a9`)).status).toBe(400)
})

/** Reads the file with Poppler where it is installed: a second opinion on what was written. */
async function readAsAReader(bytes: Buffer, words: string[]): Promise<void> {
  const path = join(tmpdir(), `${uuidv7()}.pdf`)
  await writeFile(path, bytes)
  const found = await promisify(execFile)('pdftotext', [path, '-']).catch((error) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  for (const word of found ? words : []) expect(found?.stdout).toContain(word)
}

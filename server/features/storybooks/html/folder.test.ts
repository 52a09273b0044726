import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { createTestKinora } from '../../../testing/kinora.ts'
import { recordWhole } from '../../../testing/recorder.ts'
import { storybookFile } from '../../../testing/storybook-file.ts'
import { hasFfmpeg, testMedia } from '../../../testing/test-media.ts'
import { hearWords } from '../../../testing/transcripts.ts'
import { folderMarkup } from './folder-markup.ts'
import { writeFolder } from './write-folder.ts'

const kinora = await createTestKinora()
const { person, services } = kinora
const folder = mkdtempSync(join(tmpdir(), 'kinora-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const hasUnzip = spawnSync('unzip', ['-v']).status === 0

test.skipIf(!hasFfmpeg || !hasUnzip)(
  'a book becomes a folder that is read and heard without a network',
  async () => {
    const ana = await person('Ana')
    const { id: recordingId, story } = await recordWhole(
      ana,
      new Uint8Array(readFileSync(await testMedia.webmVp9())),
    )
    await hearWords(services, ana, recordingId, 'We danced until morning.')
    const journal = uuidv7()
    await ana.client.stories.create({ id: journal, title: '"><script>alert(1)</script>', method: 'journal' })
    await ana.client.stories.putNote({
      storyId: journal,
      id: uuidv7(),
      text: '<img src=x onerror=alert(2)> & </p></style><style>@import "https://evil.example"',
      timestamp: '00:00',
    })
    const book = await ana.client.storybooks.create({
      id: uuidv7(),
      title: 'Grandma’s </title><script>alert(3)</script>',
      storyIds: [story.id, journal],
    })

    const { bytes, type, fileName } = await storybookFile(kinora, ana, {
      storybookId: book.id,
      format: 'html',
    })

    expect(type).toBe('application/zip')
    expect(fileName).toMatch(/\.zip$/)
    const path = join(folder, 'book.zip')
    writeFileSync(path, bytes)
    const names = execFileSync('unzip', ['-Z1', path]).toString().trim().split('\n')
    expect(names).toContain('storybook/index.html')
    expect(names).toContain(`storybook/voices/${recordingId}.m4a`)
    const html = execFileSync('unzip', ['-p', path, 'storybook/index.html']).toString()
    expect(html).toMatch(
      new RegExp(`<audio [^>]*src="voices/${recordingId}\\.m4a#t=0\\.200,\\d+\\.\\d{3}"[^>]*></audio>`),
    )
    expect(html).not.toMatch(/<script|<img src="x"|\son\w+="/)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/(src|href)="(https?:)?\/\//)
    expect(html).toContain("default-src 'none'")
    expect(html).toContain('&lt;script&gt;alert(3)&lt;/script&gt;')
  },
)

test('a stretch that has no length, or lies behind the end of the sound, is not offered to be heard', () => {
  const passage = (startMs: number, endMs: number) => ({
    id: uuidv7(),
    kind: 'words' as const,
    speaker: '',
    text: `From ${startMs}.`,
    verbatim: 'So it was said.',
    voice: { recordingId: 'harbour', startMs, endMs },
  })
  const passages = [passage(500, 500), passage(9_000, 9_400), passage(1_001, 1_004), passage(4_000, 9_400)]
  const html = folderMarkup({
    ...bookWith([]),
    pages: [{ id: uuidv7(), storyId: null, content: { kind: 'text', passages }, edited: false, version: 0 }],
    voices: new Map([
      ['harbour', { id: 'harbour', href: 'voices/harbour.m4a', mimeType: 'audio/mp4', durationMs: 5_000 }],
    ]),
  })
  expect([...html.matchAll(/#t=([\d.,]+)/g)].map(([, stretch]) => stretch)).toEqual([
    '1.001,1.004',
    '4.000,5.000',
  ])
  expect(html.match(/So it was said/g)).toHaveLength(4)
})

/** A book of no pages with these pictures. */
const bookWith = (pictures: string[]) => ({
  title: 'The harbour',
  language: 'en',
  creators: ['Ana'],
  pages: [],
  pictures: new Map(),
  voices: new Map(),
  modified: new Date(),
  paths: new Map(pictures.map((picture) => [`pictures/${picture}`, join(folder, picture)])),
})

test('a book of which a picture cannot be read fails by itself, and not the server with it', async () => {
  writeFileSync(join(folder, 'here.jpg'), Buffer.alloc(200_000, 1))
  const written = writeFolder(join(folder, 'without.zip'), bookWith(['here.jpg', 'gone.jpg']))
  await expect(written).rejects.toThrow('ENOENT')
})

test.skipIf(process.platform !== 'linux')('of a book that finds no room nothing stays open', async () => {
  const pictures = ['one.jpg', 'two.jpg', 'three.jpg']
  for (const picture of pictures) writeFileSync(join(folder, picture), Buffer.alloc(400_000, 1))
  await expect(writeFolder('/dev/full', bookWith(pictures))).rejects.toThrow('ENOSPC')
  const isOpen = async () => {
    const names = await readdir('/proc/self/fd')
    const links = await Promise.all(names.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    return links.filter((link) => pictures.some((picture) => link === join(folder, picture)))
  }
  await expect.poll(isOpen).toEqual([])
})

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { MediaKind } from '#contract/media.ts'
import { asWorker } from '../../db/actor.ts'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { fileKindOf } from '../../media/file-kind.ts'
import type { Person } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { hasFfmpeg, newPath, testMedia } from '../../testing/test-media.ts'
import { deriveCopies } from './media.ts'

const { services, person } = await createTestKinora()

/** Adds a file and examines it, as the job does. */
async function examining(
  owner: Person,
  bytes: Buffer,
  given?: { kind: MediaKind; mimeType: string },
  tool = new FfmpegTool(),
) {
  const type = given ?? (await fileKindOf(bytes))
  if (!type) throw new Error('no such kind of file')
  const { id: storyId } = await owner.client.stories.create({ id: uuidv7(), title: 'Box', method: 'upload' })
  const id = uuidv7()
  const key = `media/${owner.id}/${id}`
  await services.storage.put(key, bytes)
  const row = {
    user_id: owner.id,
    id,
    story_id: storyId,
    role: 'original',
    state: 'stored',
    storage_key: key,
  }
  await asWorker(services.db, owner.id, (tx) =>
    tx
      .insertInto('media')
      .values({ ...row, kind: type.kind, mime_type: type.mimeType, size_bytes: bytes.length })
      .execute(),
  )
  const { signal } = new AbortController()
  const work = { services, tool, userId: owner.id, mediaId: id, signal, log: services.log }
  await deriveCopies(work)
  const seen = async () => (await owner.client.stories.get({ id: storyId })).files[0]
  return { again: () => deriveCopies(work), seen }
}

const examined = async (...given: Parameters<typeof examining>) => (await examining(...given)).seen()

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const pdf = (trailer: string) =>
  Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Size 2 /Root 1 0 R ${trailer}>>\nstartxref\n9\n%%EOF\n`,
  )

test('a whole picture is drawn upright and nothing is said of it', async () => {
  const lying = await noise(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()

  expect(await examined(await person(), lying)).toMatchObject({
    examined: true,
    finding: null,
    width: 200,
    height: 400,
    posterMediaId: expect.any(String),
  })
})

test('of a picture whose end is missing what there is is drawn, and that it is torn is said', async () => {
  const whole = await noise(800, 600).jpeg().toBuffer()

  const file = await examined(await person(), whole.subarray(0, whole.length / 2))

  expect(file).toMatchObject({ finding: 'incomplete', posterMediaId: expect.any(String) })
})

/** A JPEG whose scan claims no range of frequencies, as some Samsung phones write it. */
function ofSamsung(jpeg: Buffer): Buffer {
  const bytes = Buffer.from(jpeg)
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda])) + 2
  bytes.fill(0, scan + bytes.readUInt16BE(scan) - 3, scan + bytes.readUInt16BE(scan))
  return bytes
}

test('a picture with the odd header of some phones is whole, and a torn one of theirs is not', async () => {
  const taken = ofSamsung(await noise(800, 600).jpeg().toBuffer())

  expect(await examined(await person(), taken)).toMatchObject({ finding: null, width: 800 })
  expect(await examined(await person(), taken.subarray(0, taken.length / 2))).toMatchObject({
    finding: 'incomplete',
  })
})

/** A sound of a few kilobytes whose last page claims to stand at this second, with the checksum that goes with it. */
async function soundUntil(second: number): Promise<Buffer> {
  const path = newPath('opus')
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=duration=2', path])
  const bytes = await readFile(path)
  const page = bytes.subarray(bytes.lastIndexOf('OggS'))
  page.writeBigInt64LE(BigInt(second) * 48_000n, 6)
  page.fill(0, 22, 26)
  page.writeUInt32LE(oggChecksum(page), 22)
  return bytes
}

/** The checksum of an Ogg page (RFC 3533, 6). */
function oggChecksum(page: Buffer): number {
  let sum = 0
  for (const byte of page) {
    sum ^= byte << 24
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0)
  }
  return sum >>> 0
}

test.skipIf(!hasFfmpeg)(
  'a sound that claims to last for ages is kept, and its story still opens',
  async () => {
    const file = await examined(await person(), await soundUntil(9.1e12))

    expect(file).toMatchObject({ kind: 'audio', durationMs: null, finding: null, examined: true })
  },
)

test('that a picture is torn is still said after the job has been done again', async () => {
  const whole = await noise(800, 600).jpeg().toBuffer()
  const { again, seen } = await examining(await person(), whole.subarray(0, whole.length / 2))

  await again()

  expect(await seen()).toMatchObject({ finding: 'incomplete', examined: true, width: 800 })
})

test('a picture taller than any JPEG is drawn smaller, and nothing is said of it', async () => {
  const chat = await noise(20, 66_000).png().toBuffer()

  expect(await examined(await person(), chat)).toMatchObject({
    finding: null,
    height: 66_000,
    posterMediaId: expect.any(String),
  })
})

test('a picture of which nothing can be drawn is kept, and said to be unreadable', async () => {
  const head = (await noise(80, 60).png().toBuffer()).subarray(0, 60)

  expect(await examined(await person(), head, { kind: 'image', mimeType: 'image/png' })).toMatchObject({
    finding: 'unreadable',
    posterMediaId: null,
  })
})

test('a HEIC picture is kept as it is, and said to be one that cannot be shown here', async () => {
  const heic = Buffer.concat([
    Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ])

  expect(await examined(await person(), heic)).toMatchObject({ kind: 'image', finding: 'no_preview' })
})

test('a picture that would fill the memory is kept as it is, and said to be one that is not made smaller here', async () => {
  const create = { width: 3_700, height: 3_700, channels: 3 as const, background: '#488' }
  const avif = await sharp({ create }).avif({ effort: 0 }).toBuffer()

  expect(await examined(await person(), avif)).toMatchObject({ kind: 'image', finding: 'no_preview' })
})

test.each([
  ['a whole one', pdf(''), null],
  ['an encrypted one', pdf('/Encrypt 5 0 R '), 'protected'],
  ['one that only speaks of encryption', pdf('/Title (/Encrypt it) '), null],
  ['one whose end is missing', pdf('').subarray(0, 70), 'incomplete'],
])('of PDF documents %s is told by its end', async (_name, bytes, finding) => {
  expect(await examined(await person(), bytes)).toMatchObject({ kind: 'document', finding, examined: true })
})

test.skipIf(!hasFfmpeg)(
  'a film without sound, a torn one and one without an index are told apart',
  async () => {
    const ana = await person()
    const film = await mp4(['-f', 'lavfi', '-i', 'sine=duration=12', '-c:a', 'aac', '-movflags', 'faststart'])
    const silent = await mp4(['-movflags', 'faststart'])
    const indexLast = await mp4([])
    const recorded = await readFile(await testMedia.webmVp8(2))

    expect(await examined(ana, film)).toMatchObject({ finding: null })
    expect(await examined(ana, silent)).toMatchObject({ finding: 'silent' })
    expect(await examined(ana, half(film))).toMatchObject({ finding: 'incomplete' })
    expect(await examined(ana, half(indexLast))).toMatchObject({ finding: 'unreadable' })
    expect(await examined(ana, recorded)).toMatchObject({ finding: null })
  },
)

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)

/** Twelve seconds of film. */
async function mp4(more: string[]): Promise<Buffer> {
  const path = newPath('mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=duration=12:size=64x48:rate=5']
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, ...more, path])
  return readFile(path)
}

test.skipIf(!hasFfmpeg)('that a film has no sound is told before anything is made of it', async () => {
  const ana = await person()
  const told: unknown[] = []
  class Watched extends FfmpegTool {
    override async poster(...given: Parameters<FfmpegTool['poster']>) {
      const [story] = (await ana.client.stories.list({})).items
      const { files } = await ana.client.stories.get({ id: story?.id ?? '' })
      told.push([files[0]?.finding, files[0]?.examined])
      return super.poster(...given)
    }
  }

  const file = await examined(ana, await mp4(['-movflags', 'faststart']), undefined, new Watched())

  expect(told[0]).toEqual(['silent', false])
  expect(file).toMatchObject({ finding: 'silent', examined: true })
})

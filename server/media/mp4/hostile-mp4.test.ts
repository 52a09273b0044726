import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAt, withBox, withBytes } from '../../testing/mp4-boxes.ts'
import { recordedMp4 } from '../../testing/mp4-films.ts'
import { packetsByMediabunny } from '../../testing/packets.ts'
import { newPath } from '../../testing/test-media.ts'
import { copyMp4 } from './copy-mp4.ts'

const recording = await recordedMp4()
const plain = await copiedBytes(recording)

async function copyOf(bytes: Buffer) {
  const [film, path] = [newPath('mp4'), newPath('mp4')]
  await writeFile(film, bytes)
  const outcome = await copyMp4(film, path)
  await rm(film)
  return { path, outcome }
}

async function copiedBytes(bytes: Buffer): Promise<Buffer> {
  const { path, outcome } = await copyOf(bytes)
  expect(outcome.is).toBe('copied')
  const copy = await readFile(path)
  await rm(path)
  return copy
}

it('copies what Chromium recorded, packet by packet', async () => {
  const film = newPath('mp4')
  await writeFile(film, recording)
  const { path } = await copyOf(recording)

  const packets = await packetsByMediabunny(path)

  expect(packets.length).toBeGreaterThan(100)
  expect(packets).toEqual(await packetsByMediabunny(film))
})

it('takes no offence at what only helps a player, and writes it nowhere', async () => {
  const group = withBox(recording, ['moof', 'traf'], 'sbgp', Buffer.from('\0\0\0\0roll\0\0\0\0', 'latin1'))
  // The fragment became longer, so that its samples lie further on by as much.
  const grown = group.length - recording.length
  const moved = [0, 1].reduce((bytes, index) => {
    const at = boxAt(bytes, 'moof', ['traf', index], 'trun').dataAt + 8
    return withBytes(bytes, at + 2, [
      (bytes.readUInt16BE(at + 2) + grown) >> 8,
      (bytes.readUInt16BE(at + 2) + grown) & 255,
    ])
  }, group)

  expect(await copiedBytes(moved)).toEqual(plain)
})

it('keeps a gap between two fragments where it was', async () => {
  const film = newPath('mp4')
  const later = [1, 2, 3].reduce<Buffer>((bytes, moof) => {
    const at = boxAt(bytes, ['moof', moof], ['traf', 0], 'tfdt').dataAt + 4
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(bytes.readBigUInt64BE(at) + 24_000n)
    return withBytes(bytes, at, [...time])
  }, recording)
  await writeFile(film, later)

  const { path } = await copyOf(await readFile(film))

  const packets = await packetsByMediabunny(path)
  expect(packets).toEqual(await packetsByMediabunny(film))
  expect(packets).not.toEqual(await packetsByMediabunny((await copyOf(recording)).path))
})

it('makes of its own copy the same again', async () => {
  expect(await copiedBytes(plain)).toEqual(plain)
})

it('leaves off what was cut off in any place, and says how much', async () => {
  const film = newPath('mp4')
  const whole = new Set(await packetsByMediabunny((await copyOf(recording)).path))
  for (const share of [0.2, 0.5, 0.999]) {
    const cut = recording.subarray(0, Math.floor(recording.length * share))
    const { path, outcome } = await copyOf(cut)
    expect(outcome).toMatchObject({ is: 'copied' })
    expect(outcome.is === 'copied' && outcome.leftOffBytes).toBeGreaterThan(0)
    const packets = await packetsByMediabunny(path)
    expect(packets.length).toBeGreaterThan(whole.size * share * 0.6)
    expect(packets.every((packet) => whole.has(packet))).toBe(true)
  }
  await rm(film, { force: true })
})

describe('it declines', () => {
  const inTrack = ['moov', 'trak', 'mdia', 'minf', 'stbl']
  const traf = ['moof', 'traf']
  const opus = boxAt(recording, ...inTrack, 'stsd')
  const run = boxAt(recording, ...traf, 'trun')
  const header = boxAt(recording, ...traf, 'tfhd')
  const fragment = boxAt(recording, 'moof')
  const stsz = boxAt(plain, ...inTrack, 'stsz')
  const stsc = boxAt(plain, ...inTrack, 'stsc')
  const co64 = boxAt(plain, ...inTrack, 'co64')

  it.each<[string, Buffer, string]>([
    ['encrypted samples', withBytes(recording, opus.dataAt + 4, 'enca'), 'samples of type "enca"'],
    [
      'keys to encrypted samples',
      withBox(recording, ['moov'], 'pssh', Buffer.alloc(24)),
      'unknown box "pssh"',
    ],
    [
      'encryption said in a fragment',
      withBox(recording, traf, 'senc', Buffer.alloc(8)),
      'unknown box "senc"',
    ],
    [
      'a group that may hide keys',
      withBox(recording, traf, 'sbgp', Buffer.from('\0\0\0\0seig\0\0\0\0', 'latin1')),
      'unknown group',
    ],
    [
      'several sample descriptions',
      withBytes(recording, opus.at + 15, [2]),
      'other than one sample description',
    ],
    [
      'a compressed movie',
      withBytes(recording, boxAt(recording, 'moov', 'mvhd').at + 4, 'cmov'),
      'unknown box "cmov"',
    ],
    [
      'a movie without its header',
      withBytes(recording, boxAt(recording, 'moov', 'mvhd').at + 4, 'free'),
      'no mvhd',
    ],
    [
      'samples in another file',
      withBytes(recording, boxAt(recording, 'moov', 'trak', 'mdia', 'minf', 'dinf').dataAt + 27, [0]),
      'in another file',
    ],
    [
      'a box in which there is no room for its own header',
      withBytes(recording, boxAt(recording, 'moov', 'mvhd').at, [0, 0, 0, 0]),
      'smaller than its header',
    ],
    ['QuickTime', withBytes(recording, 8, 'qt  '), 'another format'],
    [
      'flags of a fragment that nobody knows',
      withBytes(recording, header.dataAt + 1, [0x12]),
      'unknown kind of tfhd',
    ],
    [
      'flags of a run that nobody knows',
      withBytes(recording, run.dataAt + 2, [0x13]),
      'unknown kind of trun',
    ],
    [
      'more samples than a run holds',
      withBytes(recording, run.dataAt + 4, [0xff, 0xff, 0xff, 0xff]),
      'another length',
    ],
    ['four billions of samples that take no room', samplesOfNothing(), 'more samples than there is room for'],
    [
      'samples before the file',
      withBytes(recording, run.dataAt + 8, [0x80, 0, 0, 0]),
      'samples before the file',
    ],
    [
      'samples past the file in its middle',
      withBytes(recording, run.dataAt + 8, [0x7f, 0, 0, 0]),
      'samples outside the file',
    ],
    ['samples in a head', withBytes(recording, run.dataAt + 8, [0, 0, 0, 0]), 'samples outside the media'],
    ['samples that lie on others', withBytes(recording, run.dataAt + 8, overOthers()), 'overlap'],
    ['a fragment of no track', withBytes(recording, header.dataAt + 7, [9]), 'a fragment of no track'],
    [
      'fragments that go back in time',
      withBytes(
        recording,
        boxAt(recording.subarray(fragment.end + boxSize(fragment.end)), 'moof', 'traf', 'tfdt').dataAt +
          fragment.end +
          boxSize(fragment.end) +
          4,
        [0, 0, 0, 0, 0, 0, 0, 1],
      ),
      'order of time',
    ],
    [
      'a time beyond 2^53',
      withBytes(recording, boxAt(recording, ...traf, 'tfdt').dataAt + 4, [0xff]),
      'beyond 2^53',
    ],
    [
      'a box that is larger than what it lies in',
      withBytes(recording, boxAt(recording, 'moov', 'trak').at, [0x7f]),
      'shorter than its fields',
    ],
    [
      'a box that is smaller than its header',
      withBytes(recording, fragment.end + 3, [4]).fill(0, fragment.end, fragment.end + 3),
      'smaller than its header',
    ],
    ['a movie of a gigabyte', withBytes(recording, boxAt(recording, 'moov').at, [0x40]), 'a movie too large'],
    [
      'tables that hold other than the sizes',
      withBytes(plain, stsz.dataAt + 11, [1]),
      'an unknown length of stsz',
    ],
    ['chunks of nothing', withBytes(plain, stsc.dataAt + 12, [0, 0, 0, 0]), 'a chunk without samples'],
    ['chunks past the file', withBytes(plain, co64.end - 8, [0, 0, 0xff]), 'outside the'],
    ['nothing but a head', recording.subarray(0, boxAt(recording, 'moov').end), 'a movie without samples'],
    ['a film whose movie was cut off', recording.subarray(0, 600), 'a place outside the file'],
  ])('%s', async (_, bytes, reason) => {
    const { path, outcome } = await copyOf(bytes)
    expect(outcome).toEqual({ is: 'declined', reason: expect.stringContaining(reason) })
    await expect(stat(path)).rejects.toThrow()
  })

  function boxSize(at: number): number {
    return recording.readUInt32BE(at)
  }

  /** The place of the first fragment's sound, moved on by one byte: its end then overlaps the picture, which lies behind it. */
  function overOthers(): number[] {
    const place = recording.subarray(run.dataAt + 8, run.dataAt + 12)
    return [...place].map((byte, index) => (index === 3 ? byte + 1 : byte))
  }

  /** A run of samples whose default size is 0 and whose default duration is 1, and which therefore have no bytes of their own. */
  function samplesOfNothing(): Buffer {
    const body = Buffer.alloc(8)
    body.writeUInt32BE(0xffff_fff0, 4)
    const defaults = boxAt(recording, 'moov', 'mvex').dataAt
    const ofOneTick = withBytes(withBytes(recording, defaults + 23, [1]), defaults + 32 + 23, [1])
    return withBox(ofOneTick, traf, 'trun', body)
  }
})

describe('whatever the bytes, it ends, harms nothing, and what it copies is a film that it understands', () => {
  const heads = headsOf(recording)
  const flips = fc.array(
    fc.record({ at: fc.constantFrom(...heads), bits: fc.integer({ min: 1, max: 255 }) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )

  it('with bytes of its heads flipped', async () => {
    let copied = 0
    await fc.assert(
      fc.asyncProperty(flips, async (flipped) => {
        const bytes = Buffer.from(recording)
        for (const { at, bits } of flipped) bytes[at] = (bytes[at] ?? 0) ^ bits
        copied += await isCopiedSoundly(bytes)
      }),
      { numRuns: 150 },
    )
    expect(copied).toBeGreaterThan(0)
  })

  it('with bytes of the tables of a plain film flipped', async () => {
    const inHead = fc.integer({ min: 0, max: boxAt(plain, 'moov').end - 1 })
    await fc.assert(
      fc.asyncProperty(inHead, fc.integer({ min: 1, max: 255 }), async (at, bits) => {
        await isCopiedSoundly(withBytes(plain, at, [(plain[at] ?? 0) ^ bits]))
      }),
      { numRuns: 150 },
    )
  })

  it('cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(recording, plain),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (film, share) => {
          await isCopiedSoundly(film.subarray(0, Math.floor(film.length * share)))
        },
      ),
      { numRuns: 50 },
    )
  })

  /** Checks that a copy of the copy is identical: its tables agree, and no place lies outside the file or overlaps another. */
  async function isCopiedSoundly(bytes: Buffer): Promise<number> {
    const { path, outcome } = await copyOf(bytes)
    if (outcome.is === 'declined') {
      await expect(stat(path)).rejects.toThrow()
      return 0
    }
    const copy = await readFile(path)
    await rm(path)
    expect(copy.length).toBeLessThan(bytes.length + 20_000)
    expect((await copiedBytes(copy)).equals(copy)).toBe(true)
    return 1
  }
})

/** The positions of all bytes that are not media. */
function headsOf(bytes: Buffer): number[] {
  const places: number[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const isMedia = bytes.toString('latin1', at + 4, at + 8) === 'mdat'
    const end = isMedia ? at + 8 : at + bytes.readUInt32BE(at)
    for (let place = at; place < end; place += 1) places.push(place)
  }
  return places
}

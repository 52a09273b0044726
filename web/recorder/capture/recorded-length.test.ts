import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bytes, concatenate } from '../hash.ts'
import { RecordedLength } from './recorded-length.ts'

const clockMs = 4_000

describe.each([
  ['video/webm;codecs=vp9,opus', webm([0, 33, 66], [1_000, 1_060])],
  ['video/mp4', mp4([0, 1_000], [1_000, 60])],
])('the length of %s', (mimeType, film) => {
  it('is that of its last packet, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: film.length }), { maxLength: 8 }), (cuts) => {
        const length = new RecordedLength(mimeType)
        const told = slices(film, cuts).map((slice) => length.after(slice, clockMs))
        expect(told.at(-1)).toBe(1_060)
        expect(told).toEqual(told.toSorted((a, b) => a - b))
      }),
    )
  })

  it('counts no packet whose bytes are not all there', () => {
    expect(new RecordedLength(mimeType).after(film.slice(0, -1), clockMs)).toBeLessThan(1_060)
  })

  it('is nothing before a packet is there, and the clock’s when none ever tells its time', () => {
    const length = new RecordedLength(mimeType)
    expect(length.after(film.slice(0, 12), clockMs)).toBe(0)
    expect(length.after(new Uint8Array(), 5_250)).toBe(5_250)
  })

  it('is the clock’s when the bytes are something else', () => {
    const length = new RecordedLength(mimeType)
    expect(length.after(new Uint8Array(64), 250)).toBe(250)
    expect(length.after(film, 500)).toBe(500)
  })
})

it.each([
  ['video/webm', webm([0, 33, 66], [60_066, 60_099]), 60_000],
  ['video/mp4', mp4([0, 1_000], [61_000, 60]), 60_060],
])('tells of %s for how long nothing was recorded, in the slice after it', (mimeType, film, stepMs) => {
  const length = new RecordedLength(mimeType)
  const steps = slices(film, [film.length - 700, film.length - 1]).map((slice) => {
    length.after(slice, clockMs)
    return length.longestStepMs
  })
  expect(Math.max(...steps)).toBe(stepMs)
  expect(steps.filter((step) => step > 1_000)).toHaveLength(1)
})

it('is the clock’s in a container that is not known', () => {
  expect(new RecordedLength('audio/ogg').after(new Uint8Array([1]), 250)).toBe(250)
})

it('is that of a track whose samples say each how long they last', () => {
  const own = box('trun', u32(0x301), u32(2), u32(0), u32(250), u32(9), u32(500), u32(9))
  const film = concatenate([movie(), fragment(1_000, own), box('mdat', u32(0))])
  expect(new RecordedLength('audio/mp4').after(film, clockMs)).toBe(1_750)
})

it.each<[string, Bytes, ...Bytes[]]>([
  ['nothing more', u32(0x100)],
  ['what the first sample is', u32(0x104), u32(9)],
  ['where its samples lie', u32(0x101), u32(9)],
])('is read of a run that says how long each sample lasts and %s', (_, flags, ...fields) => {
  const run = box('trun', flags, u32(2), ...fields, u32(250), u32(500))
  const film = concatenate([movie(), fragment(1_000, run), box('mdat', u32(0))])
  expect(new RecordedLength('audio/mp4').after(film, clockMs)).toBe(1_750)
})

const run = box('trun', u32(0), u32(3))
it.each([
  ['is of a track that nothing describes', movie(), fragment(1_000, run, 9)],
  ['is of a track whose clock never ticks', movie(0), fragment(1_000, run)],
  ['says nothing of its beginning', movie(), box('moof', box('traf', box('tfhd', u32(0), u32(1)), run))],
  ['has fewer samples than it says', movie(), fragment(1_000, box('trun', u32(0x100), u32(3), u32(250)))],
])('is the clock’s when a fragment %s', (_, head, part) => {
  const film = concatenate([head, part, box('mdat', u32(0))])
  expect(new RecordedLength('audio/mp4').after(film, 250)).toBe(250)
})

it('is that of the longer of two tracks, whose heads and sizes are written in the long form', () => {
  const long = u32(0x01_00_00_00)
  const [created, changed] = [u64(7), u64(9)]
  const heads = [
    box('tkhd', long, created, changed, u32(2)),
    box('mdia', box('hdlr', u32(0)), box('mdhd', long, created, changed, u32(48_000))),
  ]
  const defaults = box('mvex', box('trex', u32(0), u32(1), u32(1), u32(20)))
  const sound = box(
    'traf',
    box('tfhd', u32(0x0b), u32(2), u64(5), u32(6), u32(1_024)),
    box('tfdt', long, u64(48_000)),
    box('trun', u32(0x001), u32(24), u32(3)),
    box('trun', u32(0x001), u32(24), u32(4)),
  )
  const picture = box(
    'traf',
    box('tfhd', u32(0), u32(1)),
    box('tfdt', u32(0), u32(1_000)),
    box('trun', u32(0), u32(3)),
  )
  const samples = concatenate([u32(1), letters('mdat'), u64(16 + 300), new Uint8Array(300)])
  for (const parts of [
    [sound, picture],
    [picture, sound],
  ]) {
    const film = concatenate([
      box('moov', track(1_000), box('trak', ...heads), defaults),
      box('moof', ...parts),
      samples,
    ])
    const length = new RecordedLength('video/mp4')
    expect(length.after(film.slice(0, -1), clockMs)).toBe(0)
    expect(length.after(film.slice(-1), clockMs)).toBe(2_024)
  }
})

it('is read in the ticks of its own clock, of blocks that stand alone or in groups, before or after their cluster’s time', () => {
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], bytes(0x07, 0xa1, 0x20)))
  const grouped = (time: number) =>
    element([0xa0], element([0xa1], bytes(0x40, 0x81, time >> 8, time, 0x80, 7, 7)))
  const cluster = element([0xe7], u32(4_000))
  const length = new RecordedLength('video/webm')
  const short = (time: number, ...size: number[]) =>
    bytes(0xa3, ...size, 0x81, time >> 8, time, 0x80, 7, 7, 7)
  const told = [
    ...[concatenate([info, cluster, simpleBlock(-50)]), simpleBlock(100), grouped(-90), grouped(200)],
    ...[short(300, 0x87), short(400, 0x40, 0x07), short(500, 0x10, 0, 0, 0x07)],
  ]

  expect(told.map((slice) => length.after(slice, clockMs))).toEqual([
    ...[1_975, 2_050, 2_050, 2_100],
    ...[2_150, 2_200, 2_250],
  ])
})

it('is the clock’s when a head is shorter than its fields', () => {
  const cutShort = box('moov', box('trak', box('tkhd', u32(0)), box('mdia', box('mdhd'))))
  expect(new RecordedLength('audio/mp4').after(cutShort, 250)).toBe(250)
})

function slices(film: Bytes, cuts: number[]): Bytes[] {
  const at = [0, ...cuts.toSorted((a, b) => a - b), film.length]
  return at.slice(1).map((to, index) => film.slice(at[index], to))
}

// As Chromium writes it: the segment and the clusters have unknown sizes.
function webm(...clusters: number[][]): Bytes {
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], bytes(0x0f, 0x42, 0x40)))
  return concatenate([
    element([0x1a, 0x45, 0xdf, 0xa3], bytes(0x42, 0x86, 0x81, 1)),
    bytes(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
    info,
    ...clusters.flatMap((times) => {
      const [begin = 0] = times
      return [
        bytes(0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
        element([0xe7], u32(begin)),
        ...times.map((time) => simpleBlock(time - begin)),
      ]
    }),
  ])
}

function simpleBlock(time: number): Bytes {
  return element([0xa3], concatenate([bytes(0x81, time >> 8, time, 0x80), new Uint8Array(300).fill(7)]))
}

/** An element whose size takes eight bytes. */
function element(id: number[], body: Bytes): Bytes {
  return concatenate([bytes(...id, 0x01, 0, 0, 0), u32(body.length), body])
}

/** Fragments of one track, each given by its start and duration in milliseconds. */
function mp4(...fragments: [number, number][]): Bytes {
  return concatenate([
    box('ftyp', u32(0)),
    movie(),
    ...fragments.flatMap(([begin, lasts]) => [
      fragment(begin, box('trun', u32(0), u32(lasts / 20))),
      box('mdat', new Uint8Array(300)),
    ]),
  ])
}

function track(timescale: number): Bytes {
  const trackHeader = box('tkhd', u32(0), u32(0), u32(0), u32(1))
  const media = box('mdia', box('mdhd', u32(0), u32(0), u32(0), u32(timescale)))
  return box('trak', trackHeader, media)
}

function movie(timescale = 1_000): Bytes {
  return box('moov', track(timescale), box('mvex', box('trex', u32(0), u32(1), u32(1), u32(20))))
}

function fragment(begin: number, run: Bytes, track = 1): Bytes {
  return box('moof', box('traf', box('tfhd', u32(0), u32(track)), box('tfdt', u32(0), u32(begin)), run))
}

function box(type: string, ...body: Bytes[]): Bytes {
  const size = body.reduce((sum, { length }) => sum + length, 8)
  return concatenate([u32(size), letters(type), ...body])
}

function letters(text: string): Bytes {
  return bytes(...[...text].map((letter) => letter.charCodeAt(0)))
}

function u64(value: number): Bytes {
  return concatenate([u32(0), u32(value)])
}

function u32(value: number): Bytes {
  return bytes(value >> 24, value >> 16, value >> 8, value)
}

function bytes(...values: number[]): Bytes {
  return new Uint8Array(values)
}

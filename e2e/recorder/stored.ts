import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'
import { v7 as newId } from 'uuid'
import type { Recording } from '#contract/recordings.ts'
import type { Person } from '../person.ts'
import { rate, samplesOf } from './voice.ts'

const folder = resolve(import.meta.dirname, '../../test-results/stored')

/** A recording as the server stores it: its original bytes, downloaded as the family would. */
export type Stored = { recording: Recording; bytes: Buffer; path: string }

/**
 * Waits until every recording of the newest story, or of the newest with that title, is ready, and downloads the originals in
 * order.
 */
export async function storedOriginals(
  person: Person,
  origin: string,
  parts = 1,
  title?: string,
): Promise<Stored[]> {
  await expect
    .poll(async () => (await newestRecordings(person, title)).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(Array.from({ length: parts }, () => 'ready'))
  return originalsNow(person, origin, title)
}

/** The originals of the newest story's recordings in any state, including those too short to play. */
export async function originalsNow(person: Person, origin: string, title?: string): Promise<Stored[]> {
  const stored: Stored[] = []
  for (const recording of await newestRecordings(person, title)) {
    const { url } = await person.api.media.address({ id: recording.originalMediaId })
    const bytes = Buffer.from(await (await fetch(`${origin}${url}`)).arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(recording.sha256)
    mkdirSync(folder, { recursive: true })
    const path = join(folder, `${recording.id}.webm`)
    writeFileSync(path, bytes)
    stored.push({ recording, bytes, path })
  }
  return stored
}

/** Begins so many recordings of a story, without sending any bytes. */
export async function fillStory({ api }: Person, storyId: string, parts: number): Promise<void> {
  for (let part = 0; part < parts; part += 1) {
    await api.recordings.start({
      id: newId(),
      story: { id: storyId, title: 'Full of stories', description: '', speakers: [], date: '', time: '' },
      part,
      kind: 'video',
      mimeType: 'video/webm',
      quality: 'low',
      startedAt: new Date().toISOString(),
    })
  }
}

async function newestRecordings(person: Person, title: string | undefined): Promise<Recording[]> {
  const { items } = await person.api.stories.list({})
  const newest = items.find((story) => title === undefined || story.title === title)
  if (!newest) return []
  const { recordings } = await person.api.stories.get({ id: newest.id })
  return recordings.toSorted((a, b) => a.part - b.part)
}

/** The types of the file's tracks. */
export function tracksOf(path: string): string[] {
  const listed = run('ffprobe', ['-v', 'fatal', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', path])
  return listed.toString().split(/\s+/).filter(Boolean).sort()
}

/** The length of the file by its packets, because the header was written before the length was known. */
export function decodedMs(path: string): number {
  const times = run('ffprobe', ['-v', 'fatal', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', path])
  const last = times
    .toString()
    .split(/\s+/)
    .filter(Boolean)
    .reduce((most, time) => Math.max(most, Number.parseFloat(time)), 0)
  return last * 1000
}

/**
 * Decodes all pictures and sound of a finished recording and compares them with the timer: no decoder errors, sound and picture of
 * the counted length, no gap in the sound, and about as many pictures as a camera delivers.
 */
export function expectWhole(path: string, countedMs: number, kinds: Kind[] = ['audio', 'video']): void {
  const decoded = decode(path)
  expect(decoded.complaints).toEqual([])
  expectLength(decoded, countedMs, kinds)
}

/** The same for a truncated recording: its last block may be incomplete, but nothing else may be wrong. */
export function expectWholeToCut(path: string, countedMs: number): void {
  const decoded = decode(path)
  const others = decoded.complaints.filter((complaint) => !complaint.includes('File ended prematurely'))
  expect(others).toEqual([])
  expectLength(decoded, countedMs, ['audio', 'video'])
}

function expectLength({ endsMs, pictures, gapMs }: Decoded, countedMs: number, kinds: Kind[]): void {
  expect([...endsMs.keys()].sort()).toEqual(kinds)
  for (const [kind, endMs] of endsMs) {
    expect(Math.abs(endMs - countedMs), `${kind} ends at ${endMs} ms of ${countedMs}`).toBeLessThanOrEqual(
      500,
    )
  }
  expect(gapMs, 'the longest gap in the sound').toBeLessThanOrEqual(longestGapMs)
  if (!kinds.includes('video')) return
  expect(pictures).toBeGreaterThan((leastPicturesASecond * countedMs) / 1000)
  expect(pictures).toBeLessThan((mostPicturesASecond * (countedMs + 500)) / 1000)
}

type Kind = 'audio' | 'video'
type Decoded = { complaints: string[]; endsMs: Map<string, number>; pictures: number; gapMs: number }

/** Browsers encode 20 or 60 ms of sound at a time. */
const longestGapMs = 200

/** The slowest camera in the tests delivers ten pictures a second, and a busy machine drops some of them. */
const leastPicturesASecond = 4
const mostPicturesASecond = 31

function decode(path: string): Decoded {
  const args = ['-v', 'error', '-show_entries', 'frame=media_type,pts_time', '-of', 'compact=p=0:nk=1', path]
  const { stdout, stderr } = spawnSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  const linesOf = (said: string) => said.split('\n').filter(Boolean)
  const endsMs = new Map<string, number>()
  let pictures = 0
  let gapMs = 0
  for (const frame of linesOf(stdout)) {
    const [kind = '', time = ''] = frame.split('|')
    const [atMs, beforeMs] = [Number.parseFloat(time) * 1000, endsMs.get(kind)]
    if (kind === 'audio' && beforeMs !== undefined) gapMs = Math.max(gapMs, atMs - beforeMs)
    if (kind === 'video') pictures += 1
    endsMs.set(kind, Math.max(beforeMs ?? 0, atMs))
  }
  return { complaints: linesOf(stderr), endsMs, pictures, gapMs }
}

/**
 * How well the loudness of the recording follows that of the voice file, which the fake microphone plays in a loop: the best
 * correlation over all possible starting places. 1 is identical, 0 is unrelated.
 */
export function voiceLikeness(path: string, voice: string): number {
  const recorded = envelope(
    toSamples(
      run('ffmpeg', ['-v', 'fatal', '-i', path, '-ac', '1', '-ar', String(rate), '-f', 's16le', '-']),
    ),
  )
  const spoken = envelope(samplesOf(voice))
  let best = -1
  for (let shift = 0; shift < spoken.length; shift += 1) {
    const expected = recorded.map((_, index) => spoken[(index + shift) % spoken.length] ?? 0)
    best = Math.max(best, correlation(recorded, expected))
  }
  return best
}

function run(program: string, args: string[]): Buffer {
  return execFileSync(program, args, { maxBuffer: 512 * 1024 * 1024 })
}

function toSamples(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768)
}

/** Loudness in steps of 50 ms. */
function envelope(samples: Float32Array): number[] {
  const step = rate / 20
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const window = samples.subarray(index * step, (index + 1) * step)
    return Math.sqrt(window.reduce((sum, sample) => sum + sample * sample, 0) / step)
  })
}

function correlation(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanA, meanB] = [mean(a), mean(b)]
  const product = a.reduce((sum, value, index) => sum + (value - meanA) * ((b[index] ?? 0) - meanB), 0)
  const spread = (values: number[], middle: number) =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0))
  return product / (spread(a, meanA) * spread(b, meanB) || 1)
}

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { pictureOf } from '../server/features/demo/pictures.ts'
import { demoStories, type RecordedStory, type SpokenLine } from '../server/features/demo/stories.ts'
import type { DemoWord } from '../server/features/demo/voices.ts'

/**
 * Speaks the conversations of the demo family (server/features/demo/stories.ts) with flite, a free speech synthesiser, and encodes
 * them as browsers record. The results are kept in the repository, since few people have flite:
 *
 *     npx node scripts/demo-voices.ts        (needs flite and ffmpeg)
 */

const run = promisify(execFile)
const folder = join(import.meta.dirname, '../server/features/demo/voices')
const PAUSE_MS = 350

/** A voice of flite, and how much slower (and so deeper) it is played, which makes it sound older. */
const voices: Record<string, { voice: string; rate: number }> = {
  Nora: { voice: 'slt', rate: 1.04 },
  Marta: { voice: 'slt', rate: 0.86 },
  Ewan: { voice: 'awb', rate: 0.9 },
  Daniel: { voice: 'rms', rate: 1 },
}

const scratch = await mkdtemp(join(tmpdir(), 'demo-voices-'))
try {
  for (const story of demoStories) {
    if (story.method !== 'recording') continue
    const words = await speak(story)
    await writeFile(join(folder, `${story.voice}.json`), `${JSON.stringify(words)}\n`)
    process.stdout.write(`${story.voice}: ${words.length} words, ${words.at(-1)?.[1]} ms\n`)
  }
} finally {
  await rm(scratch, { recursive: true })
}

async function speak(story: RecordedStory): Promise<DemoWord[]> {
  const words: DemoWord[] = []
  const files: string[] = []
  let atMs = PAUSE_MS
  for (const [index, line] of story.lines.entries()) {
    const file = join(scratch, `${story.voice}-${index}.wav`)
    const { lengthMs, spoken } = await speakLine(line, file)
    words.push(...spoken.map(([start, end, text]): DemoWord => [atMs + start, atMs + end, line[0], text]))
    files.push(file)
    atMs += lengthMs + PAUSE_MS
  }
  await pack(story, files, atMs)
  return words
}

/** Speaks one sentence into a file, and returns the start and end of each of its words in milliseconds. */
async function speakLine([speaker, text]: SpokenLine, file: string) {
  const { voice, rate } = voices[speaker] ?? { voice: 'slt', rate: 1 }
  const said = text.replaceAll('’', "'")
  const { stdout } = await run('flite', ['-voice', voice, '-ps', '-psdur', '-t', said, '-o', file])
  const phones = stdout
    .trim()
    .split(/\s+/)
    .map((entry) => ({
      phone: entry.split(':')[0] ?? '',
      endMs: (Number(entry.split(':')[1]) * 1000) / rate,
    }))
  const slow = file.replace('.wav', '-slow.wav')
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    file,
    '-af',
    `asetrate=16000*${rate},aresample=48000`,
    slow,
  ])
  await run('mv', [slow, file])
  return {
    lengthMs: Math.round(phones.at(-1)?.endMs ?? 0),
    spoken: await timesOf(text.split(' '), phones, voice),
  }
}

/**
 * Divides the sounds of a sentence among its words by the number of sounds that each has when it is said alone; pauses belong to no
 * word.
 */
async function timesOf(texts: string[], phones: { phone: string; endMs: number }[], voice: string) {
  const counts = await Promise.all(texts.map((text) => countOf(text, voice)))
  const sounds = phones
    .map(({ phone, endMs }, index) => ({ phone, endMs, startMs: phones[index - 1]?.endMs ?? 0 }))
    .filter(({ phone }) => phone !== 'pau')
  const ratio = sounds.length / counts.reduce((sum, count) => sum + count, 0)
  let at = 0
  return texts.map((text, index): [number, number, string] => {
    const first = sounds[Math.round(at)]
    at += (counts[index] ?? 0) * ratio
    const last = sounds[Math.max(Math.round(at) - 1, 0)]
    return [Math.round(first?.startMs ?? 0), Math.round(last?.endMs ?? 0), text]
  })
}

async function countOf(text: string, voice: string): Promise<number> {
  const said = text.replaceAll('’', "'").replace(/[.,?!]+$/, '')
  const { stdout } = await run('flite', ['-voice', voice, '-ps', '-t', said, '-o', join(scratch, 'none.wav')])
  return stdout
    .trim()
    .split(/\s+/)
    .filter((phone) => phone !== 'pau').length
}

async function pack(story: RecordedStory, files: string[], lengthMs: number): Promise<void> {
  const pause = `anullsrc=r=48000:cl=mono,atrim=duration=${PAUSE_MS / 1000}`
  const pauses = files.map((_, index) => `${pause}[p${index}]`).join(';')
  const chain = files.map((_, index) => `[p${index}][${index}:a]`).join('')
  const joined = `${pauses};${chain}concat=n=${files.length * 2}:v=0:a=1,loudnorm=I=-18,aresample=48000[sound]`
  const inputs = files.flatMap((file) => ['-i', file])
  const sound = ['-map', '[sound]', '-c:a', 'libopus', '-b:a', '24k', '-ac', '1']
  const out = join(folder, `${story.voice}.webm`)
  const film = story.picture
    ? await filmOf(story.picture, files.length, lengthMs)
    : { inputs: [], args: ['-vn'] }
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...inputs,
    ...film.inputs,
    '-filter_complex',
    joined,
    ...film.args,
    ...sound,
    out,
  ])
}

/** A film of a still picture, which takes few bytes. */
async function filmOf(name: NonNullable<RecordedStory['picture']>, input: number, lengthMs: number) {
  const png = join(scratch, `${name}.png`)
  await sharp(Buffer.from(pictureOf(name)))
    .resize(960, 640)
    .extend({ left: 90, right: 90, background: '#20303a' })
    .png()
    .toFile(png)
  const seconds = String(lengthMs / 1000 + 0.5)
  const picture = ['-loop', '1', '-framerate', '10', '-t', seconds, '-i', png]
  const packing = [
    '-map',
    `${input}:v`,
    '-vf',
    'scale=854:480',
    '-c:v',
    'libvpx',
    '-b:v',
    '60k',
    '-g',
    '50',
    '-pix_fmt',
    'yuv420p',
  ]
  return { inputs: picture, args: packing }
}

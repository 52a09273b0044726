import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { newPath } from './test-media.ts'

const run = promisify(execFile)

/** Four seconds of VP9 and Opus as Chromium's MediaRecorder wrote them into MP4, one fragment a second. */
export const recordedMp4 = () => readFile(join(import.meta.dirname, 'films/four-seconds.mp4'))

const SECONDS = 6
const input = (source: string) => ['-f', 'lavfi', '-i', source]
/** Three consecutive B-frames, so that decoding and presentation times differ. */
const h264 = ['-c:v', 'libx264', '-preset', 'superfast', '-bf', '3', '-g', '60', '-pix_fmt', 'yuv420p']

/** The film from which all others are made, encoded once; its moov box is at the end. */
const encoded = once(async () => {
  const path = newPath('mp4')
  const picture = input(`testsrc2=size=160x120:rate=30:duration=${SECONDS}`)
  const sound = input(`sine=frequency=440:sample_rate=48000:duration=${SECONDS}`)
  await run('ffmpeg', ['-v', 'error', ...picture, ...sound, ...h264, '-c:a', 'aac', path])
  return path
})

const fragmented = (...flags: string[]) => ['-movflags', ['frag_keyframe', ...flags].join('+')]
const eachSecond = ['-frag_duration', '1000000']

/** The forms of MP4 that recorders, phones and other programs write, with ffmpeg's options for each. */
const forms = {
  'fragments without an edit list': fragmented('empty_moov', 'default_base_moof'),
  'fragments with an edit list': fragmented('delay_moov', 'default_base_moof'),
  'fragments that name their place': fragmented('empty_moov'),
  'fragments of a second': [...fragmented('empty_moov', 'default_base_moof', 'dash'), ...eachSecond],
  'offsets below zero': fragmented('empty_moov', 'default_base_moof', 'negative_cts_offsets'),
  'sound that begins late': fragmented('delay_moov', 'default_base_moof'),
  'sound alone': ['-vn', ...fragmented('empty_moov', 'default_base_moof'), ...eachSecond],
  'a picture alone': ['-an', ...fragmented('empty_moov', 'default_base_moof')],
  'the movie at the end': [],
  'the movie in front': ['-movflags', '+faststart'],
} satisfies Record<string, string[]>

export type Mp4Form = keyof typeof forms
export const mp4Forms = Object.keys(forms) as Mp4Form[]

/** A film of six seconds in one of these forms. */
export async function makeMp4(form: Mp4Form): Promise<string> {
  const [path, film] = [newPath('mp4'), await encoded()]
  const late = ['-itsoffset', '0.7', '-i', film, '-map', '0:v', '-map', '1:a']
  const tracks = form === 'sound that begins late' ? late : []
  await run('ffmpeg', ['-v', 'error', '-i', film, ...tracks, '-c', 'copy', ...forms[form], path])
  return path
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make()
    return made
  }
}

/** A copy made by ffmpeg, with which Kinora's copy is compared. */
export async function copyByFfmpeg(film: string): Promise<string> {
  const path = newPath('mp4')
  await run('ffmpeg', ['-v', 'error', '-i', film, '-c', 'copy', '-movflags', '+faststart', path])
  return path
}

/** A hash of the picture that a player shows after seeking to a second. */
export async function pictureAt(film: string, second: number): Promise<string> {
  const jump = ['-v', 'error', '-ss', String(second), '-i', film]
  const { stdout } = await run('ffmpeg', [...jump, '-map', '0:v:0', '-frames:v', '1', '-f', 'md5', '-'])
  return stdout
}

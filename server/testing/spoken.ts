import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { hasFfmpeg, newPath } from './test-media.ts'

const run = promisify(execFile)

/** Voices of flite: a woman, a man, another man. */
export type Voice = 'slt' | 'rms' | 'awb'
export type Said = { voice: Voice; text: string }
export type Background = 'silence' | 'hiss' | 'beep' | 'fan'
/** A spoken sentence, or so many seconds of a background sound. */
export type Scene = Said | { seconds: number; of: Background }

/** Speech needs flite and ffmpeg; without them, the tests that need it are skipped and reported as skipped. */
export const canSpeak = hasFfmpeg && runs('flite', ['--version'])
export const hasPocketsphinx = runs('pocketsphinx_continuous', []) && canSpeak

const BACKGROUNDS: Record<Background, string> = {
  silence: 'anullsrc=r=16000:cl=mono',
  hiss: 'anoisesrc=r=16000:c=white:a=0.02:seed=1',
  beep: 'sine=frequency=440:sample_rate=16000',
  fan: 'anoisesrc=r=16000:c=pink:a=0.5:seed=2',
}

/** Records the scenes in sequence into one WAV file, 16 kHz mono, and returns the start and end of each in milliseconds. */
export async function record(scenes: Scene[]) {
  const parts = await Promise.all(scenes.map((scene) => ('text' in scene ? say(scene) : background(scene))))
  const inputs = parts.flatMap((part) => ['-i', part])
  const file = newPath('wav')
  await ffmpeg([...inputs, '-filter_complex', `concat=n=${parts.length}:v=0:a=1`, '-ar', '16000', file])

  const lengths = await Promise.all(parts.map(lengthMs))
  const ends = lengths.map((_, index) => lengths.slice(0, index + 1).reduce((sum, one) => sum + one, 0))
  return { file, scenes: ends.map((endMs, index) => ({ startMs: endMs - (lengths[index] ?? 0), endMs })) }
}

/** The same recording in the format of browsers; `offsetSeconds` lets the sound begin later than the picture. */
export async function asWebm(file: string, offsetSeconds = 0): Promise<string> {
  const webm = newPath('webm')
  const picture = ['-f', 'lavfi', '-i', 'color=size=64x48:rate=5']
  const sound = ['-itsoffset', String(offsetSeconds), '-i', file]
  const packing = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus', '-b:a', '48k', '-shortest']
  await ffmpeg([...picture, ...sound, ...packing, webm])
  return webm
}

export async function lengthMs(file: string): Promise<number> {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Math.round(Number((await run('ffprobe', args)).stdout) * 1000)
}

async function say({ voice, text }: Said): Promise<string> {
  const file = newPath('wav')
  await run('flite', ['-voice', voice, '-t', text, '-o', file])
  return file
}

async function background({ seconds, of }: { seconds: number; of: Background }): Promise<string> {
  const file = newPath('wav')
  await ffmpeg(['-f', 'lavfi', '-t', String(seconds), '-i', BACKGROUNDS[of], file])
  return file
}

async function ffmpeg(args: string[]): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', ...args])
}

/** Whether a program can be started at all, whatever it says about its arguments. */
function runs(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch (error) {
    return error instanceof Error && 'status' in error && typeof error.status === 'number'
  }
}

import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Created with the first file, because browser tests use only an in-memory film from here and would leave an empty folder each. */
let folder = ''

/** Test media is encoded on demand; without ffmpeg, the tests that need it are skipped and reported as skipped. */
export const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

export function newPath(extension: string): string {
  folder ||= mkdtempSync(join(tmpdir(), 'kinora-test-media-'))
  return join(folder, `${randomUUID()}.${extension}`)
}

/** Half a second of silence, then a tone: a waveform that differs from a flat line. */
const sound = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=440:sample_rate=48000:duration=${seconds},volume='if(lt(t,0.5),0,4)':eval=frame`,
]
const picture = (seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=320x240:rate=30:duration=${seconds}`,
]
const fast = ['-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k', '-g', '60']
const vp8 = ['-c:v', 'libvpx', ...fast]
const vp9 = ['-c:v', 'libvpx-vp9', ...fast]
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30']
const opus = ['-c:a', 'libopus', '-b:a', '64k']
const aac = ['-c:a', 'aac', '-b:a', '64k']

/** The encoded files by command line: the same arguments give the same film. */
const encoded = new Map<string, Promise<string>>()

/** A new copy of what these arguments encode; it is encoded once, on first use. */
async function live(args: string[], format: string[], extension: string): Promise<string> {
  const command = [...args, ...format]
  const key = command.join(' ')
  const made = encoded.get(key) ?? encode(command, extension)
  encoded.set(key, made)
  const path = newPath(extension)
  await copyFile(await made, path)
  return path
}

/** Encodes into a pipe, so that no index, duration or size is ever filled in: the form in which MediaRecorder writes. */
async function encode(command: string[], extension: string): Promise<string> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', ...command, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 500_000_000,
  })
  const path = newPath(extension)
  await writeFile(path, stdout)
  return path
}

const WEBM = ['-f', 'webm', '-live', '1', '-cluster_time_limit', '1000']
const FRAGMENTED = ['-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']

/** Recordings as browsers make them, by contents; each call returns the path of a new file. */
export const testMedia = {
  webmVp8: (seconds = 4) => live([...picture(seconds), ...sound(seconds), ...vp8, ...opus], WEBM, 'webm'),
  webmVp9: (seconds = 4) => live([...picture(seconds), ...sound(seconds), ...vp9, ...opus], WEBM, 'webm'),
  webmVp9FullColour: (seconds = 4) =>
    live([...picture(seconds), ...vp9, '-pix_fmt', 'yuv444p'], WEBM, 'webm'),
  webmSoundOnly: (seconds = 4) => live([...sound(seconds), ...opus], WEBM, 'webm'),
  webmWithoutSound: (seconds = 4) => live([...picture(seconds), ...vp9], WEBM, 'webm'),
  /** Every picture is a key frame with an entry in the index, which is therefore large for so small a film. */
  webmOfKeyFrames: (seconds = 4) =>
    live(
      ['-f', 'lavfi', '-i', `color=size=16x16:rate=250:duration=${seconds}`, ...vp8, '-g', '1'],
      WEBM,
      'webm',
    ),
  fragmentedMp4: (seconds = 4) =>
    live([...picture(seconds), ...sound(seconds), ...h264, ...aac], FRAGMENTED, 'mp4'),
  wav: (codec: string) => live([...sound(1), '-c:a', codec], ['-f', 'wav'], 'wav'),
}

/** A film as newer iPhones take it: beside the usual sound track a second one, in a format of Apple's that nobody else decodes. */
export async function filmWithUnknownSound(): Promise<string> {
  const tracks = ['-map', '0', '-map', '1', '-map', '1', ...h264, ...aac]
  const path = newPath('mov')
  await run('ffmpeg', ['-v', 'error', ...picture(4), ...sound(4), ...tracks, path])
  const bytes = await readFile(path)
  const second = bytes.lastIndexOf('stsd')
  bytes.write('apac', bytes.indexOf('mp4a', second), 'latin1')
  bytes.write('dapa', bytes.indexOf('esds', second), 'latin1')
  await writeFile(path, bytes)
  return path
}

/** Three seconds of VP8 and Opus as a browser records them, kept as a file for tests that must run without ffmpeg. */
export const filmWithoutFfmpeg = () => readFile(join(import.meta.dirname, 'films/three-seconds.webm'))

/** A copy of a file truncated in the middle of a cluster, as a crash leaves it. */
export async function torn(path: string, keep = 0.7): Promise<string> {
  const bytes = await readFile(path)
  const cut = newPath(path.endsWith('mp4') ? 'mp4' : 'webm')
  await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * keep)))
  return cut
}

/** The picture at a given second, as ffmpeg draws it. */
export async function stillByFfmpeg(path: string, seconds: number): Promise<Buffer> {
  const output = newPath('png')
  await run('ffmpeg', ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1', output])
  return readFile(output)
}

/** A hash for each track over all its packets: equal where nothing was re-encoded and nothing left out. */
export async function packetHashes(path: string): Promise<string[]> {
  const args = ['-v', 'error', '-i', path, '-map', '0', '-c', 'copy', '-f', 'streamhash', '-hash', 'md5', '-']
  const { stdout } = await run('ffmpeg', args)
  return stdout.trim().split('\n')
}

/** What ffprobe reads from a file, whichever tool wrote it. */
export async function probeWithFfprobe(path: string) {
  const args = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', path]
  const { stdout } = await run('ffprobe', args)
  const read: { format: { duration?: string }; streams: { codec_type: string; codec_name: string }[] } =
    JSON.parse(stdout)
  return { seconds: Number(read.format.duration), codecs: read.streams.map((one) => one.codec_name).sort() }
}

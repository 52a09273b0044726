import { execFile, execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Made with the first file: browser tests take a film in memory from here, and would leave an empty one each. */
let folder = ''

/** Test media is encoded on the spot; without ffmpeg the tests that need it are skipped and say so. */
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

/** Half a second of silence, then a tone: a waveform that can be told from a flat line. */
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

/** What was encoded already, by how: the same arguments make the same film. */
const encoded = new Map<string, Promise<string>>()

/** A new file of what these arguments make, encoded when it is first asked for. */
async function live(args: string[], format: string[], extension: string): Promise<string> {
  const command = [...args, ...format]
  const key = command.join(' ')
  const made = encoded.get(key) ?? encode(command, extension)
  encoded.set(key, made)
  const path = newPath(extension)
  await copyFile(await made, path)
  return path
}

/** Written to a pipe, so that no index, no duration and no size is ever filled in: what MediaRecorder makes. */
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

/** Recordings as browsers make them, by what is in them; each call answers with the path of a new file. */
export const testMedia = {
  webmVp8: (seconds = 4) => live([...picture(seconds), ...sound(seconds), ...vp8, ...opus], WEBM, 'webm'),
  webmVp9: (seconds = 4) => live([...picture(seconds), ...sound(seconds), ...vp9, ...opus], WEBM, 'webm'),
  webmVp9FullColour: (seconds = 4) =>
    live([...picture(seconds), ...vp9, '-pix_fmt', 'yuv444p'], WEBM, 'webm'),
  webmSoundOnly: (seconds = 4) => live([...sound(seconds), ...opus], WEBM, 'webm'),
  webmWithoutSound: (seconds = 4) => live([...picture(seconds), ...vp9], WEBM, 'webm'),
  /** Each picture is a key frame and gets an entry of the index, which is then large for so small a film. */
  webmOfKeyFrames: (seconds = 4) =>
    live(
      ['-f', 'lavfi', '-i', `color=size=16x16:rate=250:duration=${seconds}`, ...vp8, '-g', '1'],
      WEBM,
      'webm',
    ),
  fragmentedMp4: (seconds = 4) =>
    live([...picture(seconds), ...sound(seconds), ...h264, ...aac], FRAGMENTED, 'mp4'),
}

/** Three seconds of VP8 and Opus as a browser records them, made once: for tests that have to run without ffmpeg. */
export const filmWithoutFfmpeg = () => readFile(join(import.meta.dirname, 'films/three-seconds.webm'))

/** The same file cut off in the middle of a cluster, as a crash leaves it. */
export async function torn(path: string, keep = 0.7): Promise<string> {
  const bytes = await readFile(path)
  const cut = newPath(path.endsWith('mp4') ? 'mp4' : 'webm')
  await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * keep)))
  return cut
}

/** The picture at so many seconds, as ffmpeg draws it. */
export async function stillByFfmpeg(path: string, seconds: number): Promise<Buffer> {
  const output = newPath('png')
  await run('ffmpeg', ['-v', 'error', '-ss', String(seconds), '-i', path, '-frames:v', '1', output])
  return readFile(output)
}

/** A hash of every packet of every track, in order: equal where nothing was encoded again and nothing left out. */
export async function packetHashes(path: string): Promise<string[]> {
  const args = ['-v', 'error', '-i', path, '-map', '0', '-c', 'copy', '-f', 'streamhash', '-hash', 'md5', '-']
  const { stdout } = await run('ffmpeg', args)
  return stdout.trim().split('\n')
}

/** What ffprobe makes of a file, whichever tool wrote it. */
export async function probeWithFfprobe(path: string) {
  const args = ['-v', 'error', '-print_format', 'json', '-show_format', '-show_streams', path]
  const { stdout } = await run('ffprobe', args)
  const read: { format: { duration?: string }; streams: { codec_type: string; codec_name: string }[] } =
    JSON.parse(stdout)
  return { seconds: Number(read.format.duration), codecs: read.streams.map((one) => one.codec_name).sort() }
}

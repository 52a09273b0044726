import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Makes a live recording of any length: ten seconds are encoded once, then repeated packet by packet through a pipe. */
export async function makeRecording(
  folder: string,
  container: 'webm' | 'mp4',
  minutes: number,
): Promise<string> {
  const [seed, path] = [
    join(folder, `seed.${container}`),
    join(folder, `${container}-${minutes}.${container}`),
  ]
  const codecs =
    container === 'webm'
      ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
      : ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const sources = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=1280x720:rate=30',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440',
  ]
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...sources,
    '-t',
    '10',
    ...codecs,
    '-b:v',
    '2500k',
    '-g',
    '60',
    seed,
  ])
  const live =
    container === 'webm'
      ? ['-f', 'webm', '-live', '1']
      : ['-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov+default_base_moof+skip_trailer']
  const repeat = [
    '-stream_loop',
    String(minutes * 6),
    '-i',
    seed,
    '-t',
    String(minutes * 60),
    '-c',
    'copy',
    ...live,
    path,
  ]
  await run('ffmpeg', ['-v', 'error', '-y', ...repeat])
  return path
}

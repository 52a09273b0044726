import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FfmpegTool } from '../server/media/ffmpeg.ts'
import type { MediaTool } from '../server/media/media-tool.ts'
import { MediabunnyTool } from '../server/media/mediabunny/mediabunny.ts'
import { type Bench, byTurns, type Finding, inMB, inMBs, rateOf } from './bench.ts'
import { memoryOf } from './process.ts'

const run = promisify(execFile)
const ROUNDS = 5
const SHORT_MINUTES = 10
const LONG_MINUTES = 240
const work = { signal: new AbortController().signal }

/** A live recording of any length: ten seconds encoded once, then repeated packet by packet through a pipe. */
async function makeRecording(folder: string, container: 'webm' | 'mp4', minutes: number): Promise<string> {
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
      : ['-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov+default_base_moof']
  const repeat = ['-stream_loop', String(minutes * 6 - 1), '-i', seed, '-c', 'copy', ...live, path]
  await run('ffmpeg', ['-v', 'error', '-y', ...repeat])
  return path
}

/** The most that any child of ours had resident while the work ran. */
async function peakOfChildren(work: () => Promise<unknown>): Promise<number | null> {
  let peak: number | null = null
  const look = () => {
    for (const pid of childrenOf(process.pid)) peak = Math.max(peak ?? 0, memoryOf(pid, 'VmHWM') ?? 0)
  }
  const timer = setInterval(look, 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

async function speed(tool: MediaTool, input: string, folder: string, goal: number | null): Promise<Finding> {
  const { size } = statSync(input)
  const [ours, bare] = [join(folder, 'ours.webm'), join(folder, 'bare.webm')]
  const rates = await byTurns(
    ROUNDS,
    () => rateOf(size, () => tool.seekableCopy(input, ours, 'webm', work)),
    () =>
      rateOf(size, () =>
        run('ffmpeg', ['-v', 'error', '-y', '-i', input, '-c', 'copy', '-cues_to_front', '1', bare]),
      ),
  )
  const ratio = rates.ours / rates.peer
  return {
    what: `${tool.name}, ${SHORT_MINUTES} min (${inMB(size)}) against ffmpeg -c copy`,
    ours: inMBs(rates.ours),
    peer: inMBs(rates.peer),
    ratio,
    goal: goal === null ? '' : `>= ${goal}`,
    met: goal === null ? null : ratio >= goal,
  }
}

async function memory(
  tool: MediaTool,
  input: string,
  container: 'webm' | 'mp4',
  folder: string,
  goal: number,
): Promise<Finding> {
  const { size } = statSync(input)
  const output = join(folder, `long-${tool.name}`)
  const started = performance.now()
  const peak = await peakOfChildren(() => tool.seekableCopy(input, output, container, work))
  const seconds = Math.round((performance.now() - started) / 1000)
  rmSync(output, { force: true })
  return {
    what: `${tool.name}, memory for ${LONG_MINUTES / 60} h ${container} (${inMB(size)})`,
    ours: peak === null ? 'unknown' : inMB(peak),
    peer: `${seconds} s`,
    ratio: null,
    goal: `<= ${goal} MB`,
    met: peak === null ? null : peak <= goal * 1e6,
  }
}

export const bench: Bench = {
  title: `the copy that seeks; medians of ${ROUNDS}, by turns`,
  run: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
    const [ffmpeg, mediabunny] = [new FfmpegTool(), new MediabunnyTool()]
    try {
      const short = await makeRecording(folder, 'webm', SHORT_MINUTES)
      const findings = [await speed(ffmpeg, short, folder, 0.9), await speed(mediabunny, short, folder, null)]
      for (const container of ['webm', 'mp4'] as const) {
        const long = await makeRecording(folder, container, LONG_MINUTES)
        findings.push(
          await memory(ffmpeg, long, container, folder, 150),
          await memory(mediabunny, long, container, folder, 400),
        )
        rmSync(long)
      }
      return findings
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

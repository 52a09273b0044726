import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FfmpegTool } from '../server/media/ffmpeg.ts'
import type { MediaTool } from '../server/media/media-tool.ts'
import { MediabunnyTool } from '../server/media/mediabunny/mediabunny.ts'
import { WithMp4Copier } from '../server/media/mp4/with-mp4-copier.ts'
import { type Bench, byTurns, type Finding, inMB, inMBs, rateOf } from './bench.ts'
import { makeRecording } from './live-recording.ts'
import { memoryOf } from './process.ts'

const run = promisify(execFile)
const ROUNDS = 5
const SHORT_MINUTES = 10
const LONG_MINUTES = 240
const work = { signal: new AbortController().signal }

/** The peak of resident memory of any child process while the work ran. */
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

type Peer = { named: string; args: string[] }
/** ffmpeg with its defaults, and with the index put in front, as in Kinora's playback copy. */
const bare: Record<'webm' | 'mp4', Peer[]> = {
  webm: [
    { named: 'ffmpeg -c copy', args: [] },
    { named: 'ffmpeg -c copy -cues_to_front', args: ['-cues_to_front', '1'] },
  ],
  mp4: [
    { named: 'ffmpeg -c copy', args: [] },
    { named: 'ffmpeg -c copy +faststart', args: ['-movflags', '+faststart'] },
  ],
}

async function speed(
  tool: MediaTool,
  input: string,
  container: 'webm' | 'mp4',
  folder: string,
  goal: number | null,
): Promise<Finding[]> {
  const { size } = statSync(input)
  const [ours, theirs] = [join(folder, `ours.${container}`), join(folder, `bare.${container}`)]
  const findings: Finding[] = []
  for (const { named, args } of bare[container]) {
    const rates = await byTurns(
      ROUNDS,
      () => rateOf(size, () => tool.seekableCopy(input, ours, container, work)),
      () =>
        rateOf(size, () => run('ffmpeg', ['-v', 'error', '-y', '-i', input, '-c', 'copy', ...args, theirs])),
    )
    const ratio = rates.ours / rates.peer
    findings.push({
      what: `${tool.name}, ${SHORT_MINUTES} min ${container} (${inMB(size)}) against ${named}`,
      ours: inMBs(rates.ours),
      peer: inMBs(rates.peer),
      ratio,
      goal: goal === null ? '' : `>= ${goal}`,
      met: goal === null ? null : ratio >= goal,
    })
  }
  return findings
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
    // Combined as in find-media-tool.ts: MP4 is copied by Kinora's own copier, whichever tool is installed.
    const ffmpeg = new WithMp4Copier(new FfmpegTool())
    const mediabunny = new WithMp4Copier(new MediabunnyTool())
    try {
      const short = await makeRecording(folder, 'webm', SHORT_MINUTES)
      const shortMp4 = await makeRecording(folder, 'mp4', SHORT_MINUTES)
      const findings = [
        ...(await speed(ffmpeg, short, 'webm', folder, 0.9)),
        ...(await speed(mediabunny, short, 'webm', folder, null)),
        ...(await speed(ffmpeg, shortMp4, 'mp4', folder, 0.9)),
      ]
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

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, type Finding, inMB, inMBs, median } from './bench.ts'
import type { ZipRun } from './zip-once.ts'

const run = promisify(execFile)
const ROUNDS = 7
const TEXTS = 200
const TEXT_BYTES = 20_000
const RECORDINGS = 8
const GOAL = 0.8
const FEW_BYTES = 2e8
const MANY_BYTES = 4e9
const SHORT_BYTES = 1e9
/** Twenty times the bytes may not need more memory than the garbage that a busy collector leaves. */
const GROWTH_BYTES = 32e6
/** After only 200 MB, that garbage has not reached its full size: a growth of 34 MB was seen beside other work. */
const SHORT_GROWTH_BYTES = 64e6

type Contestant = 'ours' | 'archiver' | 'archiver-flushed'

async function zipOnce(contestant: Contestant, folder: string): Promise<ZipRun> {
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'zip-once.ts'),
    contestant,
    folder,
  ])
  rmSync(join(folder, 'zips'), { recursive: true })
  mkdirSync(join(folder, 'zips'))
  return JSON.parse(stdout)
}

/** Makes a family's texts and recordings; without content, the recordings are sparse files. */
function makeFamily(folder: string, recordingBytes: number, content: Uint8Array | null): void {
  for (const part of ['media', 'texts', 'zips']) mkdirSync(join(folder, part), { recursive: true })
  for (let text = 0; text < TEXTS; text += 1) {
    writeFileSync(join(folder, 'texts', `${text}.txt`), randomBytes(TEXT_BYTES))
  }
  for (let recording = 0; recording < RECORDINGS; recording += 1) {
    const path = join(folder, 'media', `${recording}.webm`)
    writeFileSync(path, content ?? '')
    if (content === null) truncateSync(path, recordingBytes)
  }
}

/** Against both forms of the peer, because flushing depends on the disk at the moment, and hashing on the processor. */
async function speeds(folder: string): Promise<Finding[]> {
  const recording = randomBytes(50_000_000)
  makeFamily(folder, recording.length, recording)
  const contestants: Contestant[] = ['archiver', 'ours', 'archiver-flushed']
  const rates = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [contestant, measured] of rates) {
      const { ms, zipBytes } = await zipOnce(contestant, folder)
      measured.push(zipBytes / 1_000 / ms)
    }
  }

  const rateOf = (contestant: Contestant) => median(rates.get(contestant) ?? [])
  const bytes = inMB(RECORDINGS * recording.length + TEXTS * TEXT_BYTES)
  const against = (peer: Contestant, what: string): Finding => {
    const ratio = rateOf('ours') / rateOf(peer)
    return {
      what: `${bytes}, ${what}`,
      ours: inMBs(rateOf('ours')),
      peer: inMBs(rateOf(peer)),
      ratio,
      goal: `>= ${GOAL}`,
      met: ratio >= GOAL,
    }
  }
  return [
    against('archiver-flushed', 'beside archiver, also flushed'),
    against('archiver', 'beside archiver, which does not flush'),
  ]
}

async function peakFor(folder: string, bytes: number): Promise<number | null> {
  makeFamily(folder, bytes / RECORDINGS, null)
  const { peakBytes } = await zipOnce('ours', folder)
  return peakBytes
}

async function memory(folder: string, many: number, growth: number): Promise<Finding> {
  const [small, large] = [await peakFor(folder, FEW_BYTES), await peakFor(folder, many)]
  const isKnown = small !== null && large !== null
  const written = (peak: number | null) => (peak === null ? 'unknown' : inMB(peak))
  return {
    what: `most memory at ${inMB(many)}, beside ${inMB(FEW_BYTES)}`,
    ours: written(large),
    peer: written(small),
    ratio: null,
    goal: `<= ${inMB(growth)} more`,
    met: isKnown ? large - small <= growth : null,
  }
}

export const bench: Bench = {
  title: `the zip of Export Data (hashed, flushed) beside bare archiver; medians of ${ROUNDS}, by turns, a process each`,
  run: () =>
    inFolder(async (folder) => [...(await speeds(folder)), await memory(folder, MANY_BYTES, GROWTH_BYTES)]),
  short: () => inFolder(async (folder) => [await memory(folder, SHORT_BYTES, SHORT_GROWTH_BYTES)]),
}

async function inFolder(work: (folder: string) => Promise<Finding[]>): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

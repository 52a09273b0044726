import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { backupsIn, hashOfFile, prepareFolder } from '../server/backup/backup-folder.ts'
import { KeptObjects } from '../server/backup/kept-objects.ts'
import {
  BACKUP_VERSION,
  type BackupManifest,
  jobsName,
  type MediaLine,
  manifestName,
  mediaListName,
  sumsName,
} from '../server/backup/manifest.ts'
import { type Bench, type Finding, inMB } from './bench.ts'
import type { VerifyRun } from './verify-once.ts'

const run = promisify(execFile)
/** As many backups name the same objects, as those of a week do. */
const BACKUPS = 3
const MANY = { objects: 100_000, bytes: 4e9 }
const SHORT = { objects: 20_000, bytes: 5e8 }
const LONG = { objects: 500_000, bytes: 20e9 }
/** Few enough that growth is visible, and enough that the garbage collector has been at work. */
const FEWER = 5
/** Five times the objects may not need more memory than the garbage that a busy collector leaves. */
const GROWTH_BYTES = 32e6

type Size = { objects: number; bytes: number }

/** Makes a folder of backups of one large sparse object and many small ones. */
async function makeBackups(folder: string, { objects, bytes }: Size): Promise<void> {
  await prepareFolder(folder)
  const kept = new KeptObjects(folder)
  const lines: string[] = []
  const keep = (sha256: string, size: number, write: (path: string) => void) => {
    const path = kept.pathOf(sha256)
    mkdirSync(dirname(path), { recursive: true })
    write(path)
    const line: MediaLine = { key: `media/${lines.length}`, size, sha256, isGrowing: false }
    lines.push(`${JSON.stringify(line)}\n`)
  }

  const hole = join(folder, 'hole')
  writeFileSync(hole, '')
  truncateSync(hole, bytes)
  const hashOfHole = await hashOfFile(hole)
  rmSync(hole)
  keep(hashOfHole, bytes, (path) => {
    writeFileSync(path, '')
    truncateSync(path, bytes)
  })
  for (let index = 1; index < objects; index += 1) {
    const content = String(index)
    keep(hashOf(content), content.length, (path) => writeFileSync(path, content))
  }
  for (let day = 1; day <= BACKUPS; day += 1)
    writeBackup(folder, `2026-01-0${day}T00:00:00.000Z`, lines, bytes)
}

/** Writes a backup as `npm run backup` would, of an instance with media and nothing else. */
function writeBackup(folder: string, createdAt: string, lines: string[], bytes: number): void {
  const path = join(backupsIn(folder), createdAt.replaceAll(':', '-'))
  mkdirSync(path)
  const manifest: BackupManifest = {
    format: 'kinora-backup',
    version: BACKUP_VERSION,
    createdAt,
    kinora: '0',
    postgresql: '18',
    migrations: [],
    instance: '',
    keys: [],
    settings: [],
    tables: [],
    sequences: [],
    jobs: 0,
    media: { objects: lines.length, bytes, missing: 0, damaged: 0 },
  }
  const sums = [
    [jobsName, hashOfWritten(join(path, jobsName), [''])],
    [mediaListName, hashOfWritten(join(path, mediaListName), lines)],
    [manifestName, hashOfWritten(join(path, manifestName), [JSON.stringify(manifest)])],
  ]
  writeFileSync(join(path, sumsName), sums.map(([name, sha256]) => `${sha256}  ${name}\n`).join(''))
}

function hashOfWritten(path: string, pieces: string[]): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'wx')
  for (const piece of pieces) {
    hash.update(piece)
    writeSync(file, piece)
  }
  closeSync(file)
  return hash.digest('hex')
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

async function peakFor(size: Size): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  try {
    await makeBackups(folder, size)
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'verify-once.ts'), folder])
    const { problems, peakBytes }: VerifyRun = JSON.parse(stdout)
    if (problems > 0) throw new Error(`${problems} of what was just written was not found whole`)
    return peakBytes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function memory(many: Size): Promise<Finding> {
  const few = { objects: many.objects / FEWER, bytes: many.bytes / FEWER }
  const [small, large] = [await peakFor(few), await peakFor(many)]
  const isKnown = small !== null && large !== null
  const written = (peak: number | null) => (peak === null ? 'unknown' : inMB(peak))
  const said = ({ objects, bytes }: Size) => `${objects.toLocaleString('en')} objects, ${inMB(bytes)}`
  return {
    what: `most memory: ${said(many)}, beside ${said(few)}`,
    ours: written(large),
    peer: written(small),
    ratio: null,
    goal: `<= ${inMB(GROWTH_BYTES)} more`,
    met: isKnown ? large - small <= GROWTH_BYTES : null,
  }
}

export const bench: Bench = {
  title: `reading ${BACKUPS} backups of the same media to their last byte, a process each`,
  run: async ({ isLong }) => [await memory(isLong ? LONG : MANY)],
  short: async () => [await memory(SHORT)],
}

import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { sha256Of } from '../../sha256.ts'

type SeedFile = { bytes: Buffer; sha256: string }
/** Files by their SHA-256. */
export type SeedFiles = Map<string, SeedFile>

const SECONDS_A_LINE = 5
const RATE = 8000
const PICTURES = join(import.meta.dirname, '../../features/demo/pictures')

/** Makes sounds as long as the stories and some pictures, and registers them in the database. */
export async function addFiles(client: pg.Client, lines: readonly number[]): Promise<SeedFiles> {
  const files: SeedFiles = new Map()
  const keep = (bytes: Buffer) => {
    const sha256 = sha256Of(bytes)
    files.set(sha256, { bytes, sha256 })
    return sha256
  }
  for (const count of new Set(lines)) {
    const bytes = soundOf(count * SECONDS_A_LINE)
    await client.query('insert into seed_sounds values ($1, $2, $3)', [count, bytes.length, keep(bytes)])
  }
  for (const [n, name] of readdirSync(PICTURES).toSorted().entries()) {
    const { data, info } = await sharp(join(PICTURES, name)).jpeg().toBuffer({ resolveWithObject: true })
    await client.query('insert into seed_pictures values ($1, $2, $3, $4, $5)', [
      n,
      data.length,
      keep(data),
      info.width,
      info.height,
    ])
  }
  return files
}

/** A swelling hum as a WAV file, 8,000 one-byte samples a second, which every browser can play and seek in. */
function soundOf(seconds: number): Buffer {
  const samples = seconds * RATE
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples, 40)
  const sound = Buffer.alloc(samples, 128)
  for (let at = 0; at < samples; at += 1)
    sound[at] = 128 + Math.round(30 * Math.sin((at * Math.PI) / 20) * Math.sin((at * Math.PI) / RATE) ** 2)
  return Buffer.concat([header, sound])
}

/** Writes the file of every media row. Rows with the same bytes share one file through hard links, where the disk supports them. */
export async function laySeedFiles(
  client: pg.Client,
  folder: string,
  files: SeedFiles,
  say: (step: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ storage_key: string; sha256: string }>(
    'select storage_key, sha256 from media',
  )
  say(`${rows.length} files`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const originals = mkdtempSync(join(folder, '.seed-'))
  for (const { sha256, bytes } of files.values()) writeFileSync(join(originals, sha256), bytes)
  for (const { storage_key: key, sha256 } of rows) place(join(originals, sha256), join(folder, key))
  rmSync(originals, { recursive: true })
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

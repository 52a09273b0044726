import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { jsonOrNull } from '../json.ts'
import { StartError } from '../start-error.ts'
import { flushFile } from '../storage/durable-names.ts'
import type { BackupManifest } from './manifest.ts'
import { BACKUP_VERSION, manifestName, manifestSchema, markerName, sumsName } from './manifest.ts'

/** Prefix of the name of a backup that is not complete yet, or that is being removed. */
export const DRAFT = '.unfinished-'
const READ_BYTES = 1024 * 1024
/** The name of a backup: the moment when it was made, written so that alphabetical order is chronological order. */
const named = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}\.\d{3}Z$/

export const backupsIn = (folder: string): string => join(folder, 'backups')

/** Whether a path is a folder of backups. */
export const isBackupFolder = (folder: string): boolean => existsSync(join(folder, markerName))

/**
 * Turns a folder into a folder of backups, which only its owner may read.
 * @throws StartError when something else is in it
 */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!isBackupFolder(folder)) {
    if ((await readdir(folder)).some((name) => name !== 'lost+found')) {
      throw new StartError(`${folder} holds something other than backups of Kinora. Name an empty folder.`)
    }
    const marker = { format: 'kinora-backups', version: BACKUP_VERSION }
    await writeFile(join(folder, markerName), `${JSON.stringify(marker)}\n`, { mode: 0o600, flush: true })
  }
  await mkdir(backupsIn(folder), { recursive: true, mode: 0o700 })
}

/**
 * Removes what interrupted runs left. Only for a caller that holds the backup lock, because the draft of a running backup looks the
 * same.
 */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(backupsIn(folder))) {
    if (name.startsWith(DRAFT)) await rm(join(backupsIn(folder), name), { recursive: true, force: true })
  }
}

/** The names of finished backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(backupsIn(folder)).catch(() => [])
  return names.filter((name) => named.test(name)).sort()
}

/**
 * The name for a backup that is made now. Names decide which backup is the newest and which ones are pruned, so that a backup made
 * by a clock that is behind still gets a name after all others.
 */
export async function nextName(folder: string, now = new Date()): Promise<string> {
  const newest = (await listBackups(folder)).at(-1)
  const name = nameOf(now)
  if (newest === undefined || newest < name) return name
  return nameOf(new Date(Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')) + 1))
}

const nameOf = (moment: Date): string => moment.toISOString().replaceAll(':', '-')

/** A backup that is being made. It gets its final name only when it is complete and on the medium. */
export class BackupDraft {
  readonly name: string
  readonly #folder: string
  readonly #path: string
  readonly #sums: { file: string; sha256: string }[] = []

  constructor(folder: string, name: string) {
    this.name = name
    this.#folder = folder
    this.#path = join(backupsIn(folder), `${DRAFT}${this.name}`)
  }

  /** The path of the list of objects that the backup needs: it is used while the backup is being made, and is no part of it. */
  get wantedList(): string {
    return join(this.#path, 'wanted')
  }

  async begin(): Promise<void> {
    for (const part of ['', 'tables', 'keys']) await mkdir(join(this.#path, part), { mode: 0o700 })
  }

  /** Writes one file of the backup and remembers its hash. */
  async write(file: string, source: Readable | AsyncIterable<Uint8Array> | Uint8Array): Promise<void> {
    const hash = createHash('sha256')
    const pieces = source instanceof Uint8Array ? [source] : source
    await pipeline(
      pieces,
      async function* (incoming: AsyncIterable<Uint8Array>) {
        for await (const piece of incoming) {
          hash.update(piece)
          yield piece
        }
      },
      createWriteStream(join(this.#path, file), { flags: 'wx', mode: 0o600 }),
    )
    this.#sums.push({ file, sha256: hash.digest('hex') })
  }

  async finish(manifest: BackupManifest): Promise<void> {
    await this.write(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
    await rm(this.wantedList)
    const sums = this.#sums.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('')
    await writeFile(join(this.#path, sumsName), sums, { mode: 0o600, flush: true })
    // All at once: the system then writes the files out together, in a tenth of the time that one after the other would take.
    const files = [...this.#sums.map(({ file }) => file), 'tables', 'keys', '']
    await Promise.all(files.map((file) => flushFile(join(this.#path, file))))
    await rename(this.#path, join(backupsIn(this.#folder), this.name))
    await flushFile(backupsIn(this.#folder))
  }

  async giveUp(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true })
  }
}

/**
 * Reads the manifest of a backup; does not check its hashes.
 * @throws StartError when this version cannot read it
 */
export async function readManifest(folder: string, name: string): Promise<BackupManifest> {
  const path = join(backupsIn(folder), name, manifestName)
  const said = manifestSchema.safeParse(jsonOrNull(await readFile(path, 'utf8').catch(() => '')))
  if (said.success) return said.data
  throw new StartError(`${path} cannot be read: it is damaged, or was made by a newer Kinora.`)
}

/** The files of a backup with their hashes, as `SHA256SUMS` lists them. */
export async function readSums(folder: string, name: string): Promise<Map<string, string>> {
  const text = await readFile(join(backupsIn(folder), name, sumsName), 'utf8').catch(() => '')
  const lines = text.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)
  return new Map([...lines].map(([, sha256 = '', file = '']) => [file, sha256]))
}

/**
 * Reads into the same buffer again and again: a stream would allocate a new buffer for each piece, which costs as much for small
 * files as for large ones.
 */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const buffer = Buffer.allocUnsafe(Math.max(1, Math.min(size, READ_BYTES)))
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
}

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { environmentForChildren } from '../../env.ts'
import { jsonOrNull } from '../../json.ts'
import { StartError } from '../../start-error.ts'
import type { Binaries } from './binaries.ts'
import { canReach, type Identity } from './identity.ts'

export type Log = (line: string) => void

export type ClusterPlace = { folder: string; identity: Identity; binaries: Binaries }

/**
 * The path of the data folder as PostgreSQL is told it. If the folder lies below one that PostgreSQL's account may not enter, Linux
 * still lets it use the working directory it was started in, which /proc/self/cwd names.
 * @throws StartError where /proc is missing
 */
export function dataPathFor(place: ClusterPlace): string {
  if (!place.identity || canReach(place.folder, place.identity)) return place.folder
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd'
  throw new StartError(
    `PostgreSQL does not run as root, and the account it runs as may not enter ${place.folder}. ` +
      'Set DATA_DIR to a folder below one that is open to others, or start Kinora as another user.',
  )
}

const credentials = z.object({ superuserPassword: z.string(), serverPassword: z.string() })
export type Credentials = z.infer<typeof credentials>

/**
 * Reads the cluster's passwords, or creates them for a new cluster. Only Kinora's own account can read the file.
 * @throws StartError when the passwords of an existing cluster are lost
 */
export function readOrMakeCredentials(file: string, isNew: boolean): Credentials {
  const isThere = existsSync(file)
  const read = isThere ? credentials.safeParse(jsonOrNull(readFileSync(file, 'utf8'))).data : undefined
  if (read !== undefined) return read
  if (!isNew) {
    throw new StartError(
      `${file} is ${isThere ? 'damaged' : 'missing'}: without it the database beside it does not open. Put it back from a copy of ` +
        'DATA_DIR, or move the folder “postgres” away and bring a backup in (npm run restore -- FOLDER).',
    )
  }

  const made = { superuserPassword: randomPassword(), serverPassword: randomPassword() }
  const unfinished = `${file}.new`
  writeFileSync(unfinished, JSON.stringify(made), { mode: 0o600, flush: true })
  renameSync(unfinished, file)
  return made
}

/**
 * Creates the cluster. It is renamed to its final name only once it is complete, so a killed first start leaves nothing that blocks
 * the next.
 */
export async function initialiseCluster(
  place: ClusterPlace,
  password: string,
  durable: boolean,
): Promise<void> {
  refuseWhatAShellReads(place.binaries.initdb)
  const unfinished = { ...place, folder: `${place.folder}.new` }
  rmSync(unfinished.folder, { recursive: true, force: true })
  mkdirSync(unfinished.folder, { mode: 0o700 })
  if (place.identity) chownSync(unfinished.folder, place.identity.uid, place.identity.gid)

  const passwordFile = `${place.folder}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (place.identity) chownSync(passwordFile, place.identity.uid, place.identity.gid)
  const standardInput = openSync(passwordFile, 'r')

  try {
    await runInitdb(unfinished, standardInput, durable)
  } finally {
    closeSync(standardInput)
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished.folder, place.folder)
}

/** initdb runs its other programs through a shell, with their path in double quotes but unescaped. */
function refuseWhatAShellReads(path: string): void {
  if (process.platform === 'win32') return
  const found = /["$`\\]/.exec(path)?.[0]
  if (found === undefined) return
  throw new StartError(
    `PostgreSQL cannot be set up below a folder with ${found} in its name: ${path}. ` +
      'Rename the folder, or clone Kinora into another, and start again.',
  )
}

async function runInitdb(place: ClusterPlace, standardInput: number, durable: boolean): Promise<void> {
  const settings = [
    ['--pgdata', dataPathFor(place)],
    ['--username', 'postgres'],
    ['--auth', 'scram-sha-256'],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
  ].map(([name, value]) => `${name}=${value}`)

  // The password is passed through an open file, because PostgreSQL's account may be unable to enter the file's folder.
  const passwordPath =
    process.platform === 'win32' ? `${place.folder.replace(/\.new$/, '')}.password` : '/dev/stdin'
  const child = spawn(
    place.binaries.initdb,
    [
      ...settings,
      `--pwfile=${passwordPath}`,
      '--data-checksums',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    {
      cwd: place.folder,
      env: environmentForChildren(),
      stdio: [standardInput, 'ignore', 'pipe'],
      ...place.identity,
    },
  )
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [complaints, code] = await Promise.all([child.stderr ? text(child.stderr) : '', ended])
  if (code !== 0) throw new Error(`initdb failed: ${complaints.trim()}`)
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url')
}

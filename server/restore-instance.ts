import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backupsIn, isBackupFolder } from './backup/backup-folder.ts'
import { type CheckedBackup, checkBackup, type Restored, restoreBackup } from './backup/restore-backup.ts'
import { prepareConnections } from './db/connections.ts'
import { migrate, migrationSources } from './db/migrate.ts'
import { openDatabase } from './db/open-database.ts'
import type { Env } from './env.ts'
import { giveToOwnerOf, makeOwnFolder } from './give-to-owner.ts'
import { forgetKnownKeys } from './known-keys.ts'
import type { Log } from './log.ts'
import { instanceMark, loadSecrets, masterName, readSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'
import { flushFile } from './storage/durable-names.ts'
import { openStorage } from './storage/open-storage.ts'

const USAGE = 'npm run restore -- FOLDER [--at NAME] [--send-due] [--without-keys] [--despite-damage]'

/**
 * `npm run restore -- FOLDER`: restores a whole backup into an instance without accounts, and migrates it from the version that
 * made the backup to this one.
 * @returns the report for the terminal
 * @throws StartError when something is not as it should be; the instance is then as empty as before
 */
export async function restoreInstance(env: Env, log: Log, folder: string, args: string[]): Promise<string> {
  const asked = readArguments(args)
  if (!isBackupFolder(folder)) throw new StartError(`There are no backups in ${folder}.`)
  const backup = await checkBackup(folder, { name: asked.at, despiteDamage: asked.despiteDamage })

  if (!asked.withoutKeys) refuseOtherKeys(env, backup)

  const database = await openDatabase(env, log)
  try {
    const { owner } = await prepareConnections(database.login)
    const work = { backup, owner, storage: await openStorage(env, log), sendsDue: asked.sendDue }
    const restored = await restoreBackup({
      ...work,
      beforeRows: async () => {
        await forgetKnownKeys(owner)
        if (!asked.withoutKeys) await placeKeys(env, backup)
      },
    })
    await migrate(owner, migrationSources, env.planDefault)
    return told(backup, restored, asked.withoutKeys)
  } finally {
    await database.close()
  }
}

type Asked = { at: string | undefined; sendDue: boolean; withoutKeys: boolean; despiteDamage: boolean }

function readArguments(args: string[]): Asked {
  try {
    const { values } = parseArgs({
      args,
      options: {
        at: { type: 'string' },
        'send-due': { type: 'boolean' },
        'without-keys': { type: 'boolean' },
        'despite-damage': { type: 'boolean' },
      },
    })
    return {
      at: values.at,
      sendDue: values['send-due'] === true,
      withoutKeys: values['without-keys'] === true,
      despiteDamage: values['despite-damage'] === true,
    }
  } catch (error) {
    throw new StartError(USAGE, { cause: error })
  }
}

/**
 * Checks before anything is changed that the instance will have the keys that the backup was made with.
 * @throws StartError when it will not
 */
function refuseOtherKeys(env: Env, backup: CheckedBackup): void {
  const { manifest } = backup
  const secrets = join(env.dataDir, 'secrets')
  const hasKey = env.secretKey !== undefined || existsSync(join(secrets, masterName))
  if (env.secretKey === undefined && hasOwnMaster(backup)) return
  if (hasKey && instanceMark(loadSecrets(secrets, env.secretKey)) === manifest.instance) return
  throw new StartError(
    'The keys here are not those of the backup: set SECRET_KEY or put DATA_DIR/secrets as it was, and run it again. Where ' +
      'they are lost, --without-keys restores everything but mails that wait, second factors and sign-ins.',
  )
}

/**
 * Whether the backup contains the master key that it was made with. A key file in it may predate SECRET_KEY, and is unused since
 * then.
 */
function hasOwnMaster({ folder, name, manifest }: CheckedBackup): boolean {
  if (!manifest.keys.includes(masterName)) return false
  return instanceMark(readSecrets(join(backupsIn(folder), name, 'keys', masterName))) === manifest.instance
}

/** The keys are for this account alone, whatever the medium of the backup says of its files, and on the disk before any row. */
async function placeKeys(env: Env, { folder, name, manifest }: CheckedBackup): Promise<void> {
  const secrets = join(env.dataDir, 'secrets')
  makeOwnFolder(secrets)
  for (const key of manifest.keys) {
    const draft = join(secrets, `${key}.${process.pid}`)
    writeFileSync(draft, readFileSync(join(backupsIn(folder), name, 'keys', key)), {
      mode: 0o600,
      flush: true,
    })
    giveToOwnerOf(secrets, draft)
    renameSync(draft, join(secrets, key))
  }
  await flushFile(secrets)
}

function told(
  { name, manifest }: CheckedBackup,
  { jobs, held, objects, lost }: Restored,
  withoutKeys: boolean,
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `Restored the backup ${name}, of ${manifest.createdAt}:`,
    `  rows: ${rows}, media: ${objects}, jobs that wait: ${jobs - held}`,
    ...(held > 0
      ? [`  ${held} mails and pushes were due when it was made and are held (--send-due sends such).`]
      : []),
    ...(withoutKeys
      ? ['  Keys are new: everybody logs in again; second factors have to be set up anew.']
      : []),
    ...(manifest.settings.length > 0
      ? [`  Settings that were set there, to be set here: ${manifest.settings.join(', ')}`]
      : []),
    ...(lost.length > 0 ? [`  ${lost.length} media had no bytes to put back:`] : []),
    ...lost.slice(0, 20).map((key) => `    ${key}`),
    'Archives that people exported are not in a backup: they are made again by "Export Data". npm start goes on from here.',
  ].join('\n')
}

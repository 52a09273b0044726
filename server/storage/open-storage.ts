import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Env } from '../env.ts'
import { hasCode } from '../error-code.ts'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { DiskStorage } from './disk.ts'
import { readS3Address, type S3Address } from './s3/s3-address.ts'
import { type Storage, StorageError } from './storage.ts'

type Settings = Pick<Env, 'storageUrl' | 'storageKeys' | 'dataDir'>

/**
 * Opens the store that the settings name. An S3 store is tried at once, because a wrong key would otherwise show only with
 * somebody's first recording. The S3 library is loaded only for such a store.
 * @throws StartError in words for the operator
 */
export async function openStorage(
  { storageUrl, storageKeys, dataDir }: Settings,
  log: Log,
): Promise<Storage> {
  if (!storageUrl.startsWith('s3:')) return openFolder(fileURLToPath(storageUrl))

  const read = readS3Address(storageUrl)
  if ('problems' in read) throw new StartError(read.problems.map((one) => `STORAGE_URL: ${one}`).join('\n'))
  const { address } = read
  const { Bucket } = await import('./s3/bucket.ts')
  const { S3Storage } = await import('./s3/s3-storage.ts')
  const onFailure = (error: StorageError) => log.warn({ err: error }, 'the store of objects failed')
  const bucket = new Bucket(address, storageKeys, { onFailure })
  const storage = new S3Storage(bucket, address.prefix, join(dataDir, 'work'))
  try {
    await storage.check()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    throw new StartError(`STORAGE_URL: ${whatToDo(error, address)}\n  (${error.message})`)
  }
  return storage
}

async function openFolder(folder: string): Promise<Storage> {
  if (await isClosed(folder))
    throw new StartError(
      `This account can keep no media in ${folder}: STORAGE_URL or DATA_DIR names another folder.`,
    )
  return new DiskStorage(folder)
}

/**
 * Whether a folder, or the nearest existing folder above it, is closed to this account. Trouble that may pass by itself, such as a
 * full or read-only disk, does not count: what is kept there can still be read.
 */
async function isClosed(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return false
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return isClosed(dirname(folder))
    return hasCode(error, 'EACCES', 'EPERM', 'ENOTDIR')
  }
}

function whatToDo({ code }: StorageError, { bucket, endpoint, region, isPathStyle }: S3Address): string {
  const store = endpoint ?? `Amazon S3 in ${region}`
  switch (code) {
    case 'NO_BUCKET':
      return `there is no bucket ${bucket} at ${store}. Make it, or name another.`
    case 'REFUSED':
      return `${store} refuses the keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or they may not list, write, read and delete in ${bucket}.`
    case 'FULL':
      return `the bucket ${bucket} at ${store} has no room.`
    case 'UNAVAILABLE':
      if (endpoint !== undefined && !isPathStyle) {
        return `${endpoint.replace('://', `://${bucket}.`)} does not answer. If the store has the bucket in the path and not in the host's name, add forcePathStyle=true.`
      }
      return `${store} does not answer. Is the address right, and can this machine reach it?`
    case 'UNTRUSTED':
      return `${store} shows a certificate that this machine does not trust. If it is your own, start Kinora with NODE_EXTRA_CA_CERTS set to the file of the authority that signed it.`
    default:
      return `${store} does not do what an S3-compatible store does.`
  }
}

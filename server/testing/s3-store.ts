import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import { Bucket, type BucketOptions } from '../storage/s3/bucket.ts'
import { readS3Address } from '../storage/s3/s3-address.ts'
import { S3Storage } from '../storage/s3/s3-storage.ts'
import { startFaultyS3 } from './faulty-s3.ts'
import { isStoreGiven, startGivenS3Store } from './given-s3-store.ts'
import type { S3Store } from './tested-store.ts'

const TEST_BUCKET = 'family'

/** A real S3-compatible store behind a proxy that can make calls fail: a local one, or the one that was named for the tests. */
export function startS3Store(): Promise<S3Store> {
  return isStoreGiven ? startGivenS3Store() : startS3rver()
}

async function startS3rver(): Promise<S3Store> {
  const directory = mkdtempSync(join(tmpdir(), 'kinora-s3-'))
  const buckets = [{ name: TEST_BUCKET }]
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets,
  })
  // S3rver creates the token of a truncated list with a cipher that current versions of OpenSSL have dropped.
  const list = store.store.listObjects.bind(store.store)
  store.store.listObjects = async (...given) => ({ ...(await list(...given)), isTruncated: false })
  // S3rver removes folders that have become empty, even while an object is being written into one, and crashes because of that. A
  // hidden entry keeps every folder from becoming empty.
  const remove = store.store.deleteObject.bind(store.store)
  store.store.deleteObject = async (bucket, key) => {
    mkdirSync(join(dirname(join(directory, bucket, key)), '.kept'), { recursive: true })
    return remove(bucket, key)
  }
  const { port } = await store.run()
  const uploads = join(directory, TEST_BUCKET, '._S3rver_uploads')
  const front = await startFaultyS3(`http://127.0.0.1:${port}`, (uploadId) =>
    rmSync(join(uploads, uploadId), { recursive: true }),
  )
  const url = (folder = '') => `s3://${TEST_BUCKET}/${folder}?endpoint=${front.url}&forcePathStyle=true`

  return {
    url,
    straightUrl: url,
    keys: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    breakWith: front.breakWith,
    connections: front.connections,
    partsLeft: () => readdir(uploads).catch(() => []),
    piecesLeft: async () => {
      const names = await readdir(join(directory, TEST_BUCKET), { recursive: true })
      return names.filter((name) => name.includes('.growing') && name.endsWith('_object'))
    },
    stop: async () => {
      await front.stop()
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** One process's view of a store, as `openStorage` creates it except for its timeouts. */
export async function viewOf(
  { keys }: S3Store,
  url: string,
  options: BucketOptions = {},
): Promise<S3Storage> {
  const read = readS3Address(url)
  if (!('address' in read)) throw new Error(read.problems.join())
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys
  const bucket = new Bucket(read.address, { accessKeyId, secretAccessKey }, options)
  return new S3Storage(bucket, read.address.prefix, await mkdtemp(join(tmpdir(), 'kinora-s3-work-')))
}

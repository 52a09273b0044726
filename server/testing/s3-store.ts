import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import { type FaultOf, startFaultyS3 } from './faulty-s3.ts'

export type S3Store = {
  /** What STORAGE_URL says. */
  url: (folder?: string) => string
  /** What the environment says beside it. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string }
  /** What goes wrong from here on; null for nothing. */
  breakWith: (faultOf: FaultOf | null) => void
  /** How many connections were opened to it so far. */
  connections: () => number
  /** Uploads in parts that nobody ended. */
  partsLeft: () => Promise<string[]>
  /** Pieces of objects that grew and were not finished. */
  piecesLeft: () => Promise<string[]>
  stop: () => Promise<void>
}

const TEST_BUCKET = 'family'

/** A real S3-compatible store in a folder of its own, behind a way that can be made to fail. */
export async function startS3Store(): Promise<S3Store> {
  const directory = mkdtempSync(join(tmpdir(), 'kinora-s3-'))
  const buckets = [{ name: TEST_BUCKET }]
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: buckets,
  })
  // The token that goes with a cut list is made by a cipher that today's OpenSSL no longer has.
  const list = store.store.listObjects.bind(store.store)
  store.store.listObjects = async (...given) => ({ ...(await list(...given)), isTruncated: false })
  // It takes away folders that have become empty, also from under an object that is just being written into one, and
  // dies of that: here none becomes empty.
  const remove = store.store.deleteObject.bind(store.store)
  store.store.deleteObject = async (bucket, key) => {
    mkdirSync(join(dirname(join(directory, bucket, key)), '.kept'), { recursive: true })
    return remove(bucket, key)
  }
  const { port } = await store.run()
  const uploads = join(directory, TEST_BUCKET, '._S3rver_uploads')
  const front = await startFaultyS3(port, (uploadId) => rmSync(join(uploads, uploadId), { recursive: true }))

  return {
    url: (folder = '') => `s3://${TEST_BUCKET}/${folder}?endpoint=${front.url}&forcePathStyle=true`,
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

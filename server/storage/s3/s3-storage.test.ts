import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { startS3Store } from '../../testing/s3-store.ts'
import { describeStorage } from '../../testing/storage-compliance.ts'
import { Bucket } from './bucket.ts'
import { readS3Address } from './s3-address.ts'
import { S3Storage } from './s3-storage.ts'

const store = await startS3Store()
afterAll(() => store.stop())

describeStorage('an S3-compatible store', async () => {
  const read = readS3Address(store.url(randomUUID()))
  if (!('address' in read)) throw new Error(read.problems.join())
  const bucket = new Bucket(read.address, { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' })
  return new S3Storage(bucket, read.address.prefix, await mkdtemp(join(tmpdir(), 'kinora-s3-work-')))
})

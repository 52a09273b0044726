import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { startS3Store, viewOf } from '../../testing/s3-store.ts'
import { describeStorage } from '../../testing/storage-compliance.ts'

const store = await startS3Store()
afterAll(() => store.stop())

describeStorage('an S3-compatible store', () => viewOf(store, store.straightUrl(randomUUID())))

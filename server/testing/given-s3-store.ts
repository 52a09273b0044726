import { randomUUID } from 'node:crypto'
import {
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { wholeEnvironment } from '../env.ts'
import { type FaultOf, startFaultyS3 } from './faulty-s3.ts'
import type { S3Store } from './tested-store.ts'

const { TEST_STORAGE_URL = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = wholeEnvironment()

/** Whether the environment names an object store to run the tests on; docs/scaling.md says how. */
export const isStoreGiven = TEST_STORAGE_URL !== ''

/** A new folder in the store that was named, which is removed with everything in it. */
export async function startGivenS3Store(): Promise<S3Store> {
  const there = new URL(TEST_STORAGE_URL)
  const endpoint = there.searchParams.get('endpoint')
  const isPathStyle = there.searchParams.get('forcePathStyle') === 'true'
  const keys = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
  const client = new S3Client({
    region: there.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: isPathStyle,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
  })
  const Bucket = there.hostname
  const root = [...there.pathname.split('/').filter(Boolean), `kinora-test-${randomUUID()}`].join('/')
  const Prefix = `${root}/`
  // If the bucket is part of the host name, the store cannot be reached under another name, so there is no proxy.
  const front = endpoint !== null && isPathStyle ? await startFaultyS3(endpoint) : null

  async function* names(): AsyncGenerator<string> {
    for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
    }
  }
  const addressed = (folder: string, by: string | undefined): string => {
    const url = new URL(there)
    url.pathname = [root, folder].filter(Boolean).join('/')
    if (by !== undefined) url.searchParams.set('endpoint', by)
    return url.href
  }

  return {
    url: (folder = '') => addressed(folder, front?.url),
    straightUrl: (folder = '') => addressed(folder, undefined),
    keys,
    breakWith: (faultOf: FaultOf | null) => {
      if (!front) throw new Error('TEST_STORAGE_URL needs an endpoint and forcePathStyle=true for this test')
      front.breakWith(faultOf)
    },
    connections: () => front?.connections() ?? 0,
    partsLeft: async () => {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }))
      return Uploads.flatMap(({ UploadId }) => UploadId ?? [])
    },
    piecesLeft: async () => {
      const pieces: string[] = []
      for await (const name of names()) if (name.includes('.growing')) pieces.push(name)
      return pieces
    },
    stop: async () => {
      await front?.stop()
      for await (const Key of names()) await client.send(new DeleteObjectCommand({ Bucket, Key }))
      client.destroy()
    },
  }
}

import { afterAll, expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { sha256Of } from '../../sha256.ts'
import { firstTry } from '../../testing/archives.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { startS3Store } from '../../testing/s3-store.ts'
import { uploadJobs } from './process-upload.ts'

const store = await startS3Store()
afterAll(() => store.stop())
const { services, database, person } = await createTestKinora({
  STORAGE_URL: store.straightUrl(),
  ...store.keys,
})

test('a file whose hash the check of what is kept wrote down first is made one object all the same', async () => {
  const ana = await person('Ana')
  const bytes = Buffer.from('%PDF-1.4\nstartxref\n0\n%%EOF\n')
  const tus = { 'Tus-Resumable': '1.0.0' }
  const begun = await ana.request('/media/uploads', {
    method: 'POST',
    headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': 'filename YS5wZGY=' },
  })
  const mediaId = begun.headers.get('location')?.split('/').at(-1) ?? ''
  const sent = await ana.request(`/media/uploads/${mediaId}`, {
    method: 'PATCH',
    headers: { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
    body: bytes,
  })
  expect(sent.status).toBe(204)
  expect(await store.piecesLeft()).toHaveLength(1)
  await database.asOwner('update media set sha256 = $2 where id = $1', [mediaId, sha256Of(bytes)])
  const job = uploadJobs(services, async () => new FfmpegTool()).find(({ name }) => name === 'process_upload')

  await job?.run({ userId: ana.id, mediaId }, firstTry())

  expect(await store.piecesLeft()).toEqual([])
  expect((await ana.client.media.upload({ id: mediaId })).media).toMatchObject({
    examined: true,
    finding: null,
    sha256: sha256Of(bytes),
  })
})

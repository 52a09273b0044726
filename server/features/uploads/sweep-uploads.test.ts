import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { uploadJobs } from './process-upload.ts'

const { services, database, person } = await createTestKinora()

async function abandoned() {
  const ana = await person()
  const headers = {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': '1000',
    'Upload-Metadata': 'filename YS5wbmc=',
  }
  const response = await ana.request('/media/uploads', { method: 'POST', headers })
  const id = response.headers.get('location')?.split('/').at(-1) ?? ''
  await asSuperuser(
    database,
    "update public.uploads set expires_at = now() - interval '1 hour' where id = $1",
    [id],
  )
  return id
}

test('an upload that goes on while others are dropped is kept', async () => {
  const [first, other] = [await abandoned(), await abandoned()]
  const holds = await otherTransaction(database)
  await holds.query('select from public.uploads where id = $1 for update', [first])
  const jobs = uploadJobs(services, async () => new FfmpegTool())
  const { log } = services
  const context = { log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

  const swept = jobs.find(({ schedule }) => schedule !== undefined)?.run({}, context)
  await somebodyWaits(database)
  await asSuperuser(
    database,
    "update public.uploads set expires_at = now() + interval '48 hours' where id = $1",
    [other],
  )
  await holds.query('commit')
  await swept

  const { rows } = await asSuperuser(database, 'select id from public.uploads where id = any($1)', [
    [first, other],
  ])
  expect(rows).toEqual([{ id: other }])
})

test('an upload that cannot be dropped is told, and keeps no other waiting', async () => {
  const [broken, other] = [await abandoned(), await abandoned()]
  await asSuperuser(
    database,
    `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuse before update or delete on public.uploads
     for each row when (old.id = '${broken}') execute function public.refuse()`,
  )
  const logged: unknown[] = []
  const log = Object.assign(Object.create(services.log), { error: (...told: unknown[]) => logged.push(told) })
  const jobs = uploadJobs({ ...services, log }, async () => new FfmpegTool())
  const context = { log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

  await jobs.find(({ schedule }) => schedule !== undefined)?.run({}, context)

  const { rows } = await asSuperuser(database, 'select id from public.uploads where id = any($1)', [
    [broken, other],
  ])
  expect(rows).toEqual([{ id: broken }])
  expect(logged).toEqual([
    [expect.objectContaining({ uploadId: broken }), 'an abandoned upload was not dropped'],
  ])
})

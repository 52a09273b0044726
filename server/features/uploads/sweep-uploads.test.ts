import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { FfmpegTool } from '../../media/ffmpeg.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { otherTransaction, somebodyWaits } from '../../testing/other-transaction.ts'
import { asSuperuser } from '../../testing/recorder.ts'
import { keepFile } from './keep-file.ts'
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

/** Runs the job that sweeps uploads, with the services of these tests or with a log of its own. */
function sweep(log = services.log) {
  const jobs = uploadJobs({ ...services, log }, async () => new FfmpegTool())
  const context = { log, attempt: 1, isLastAttempt: false, signal: new AbortController().signal }
  return jobs.find(({ schedule }) => schedule !== undefined)?.run({}, context)
}

test('an upload that goes on while others are dropped is kept', async () => {
  const [first, other] = [await abandoned(), await abandoned()]
  const holds = await otherTransaction(database)
  await holds.query('select from public.uploads where id = $1 for update', [first])

  const swept = sweep()
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

test('of an upload that has ended only its file stays, once whoever sent it has had the time to ask', async () => {
  const ana = await person()
  const storyId = uuidv7()
  await ana.client.stories.create({ id: storyId, title: 'The mill', method: 'upload' })
  const keep = async (fileName: string, words: string) => {
    const [id, bytes] = [uuidv7(), Buffer.from(words)]
    const file = { id, storyId, fileName, size: bytes.length, source: Readable.from([bytes]) }
    return { id, end: await keepFile(services, ana.claims, file) }
  }
  const stored = await keep('mill.pdf', '%PDF-1.7 of the mill')
  const refused = await keep('mill.exe', 'MZ of the mill')
  expect([stored.end, refused.end]).toEqual(['kept', 'refused'])
  const left = async () => {
    const { rows } = await asSuperuser(database, 'select id from public.uploads where user_id = $1', [ana.id])
    return rows.length
  }

  await sweep()
  expect(await left()).toBe(2)
  await asSuperuser(
    database,
    `update public.uploads set expires_at = expires_at - interval '49 hours' where user_id = $1`,
    [ana.id],
  )
  await sweep()

  expect(await left()).toBe(0)
  expect((await ana.client.stories.get({ id: storyId })).files.map(({ id }) => id)).toEqual([stored.id])
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

  await sweep(log)

  const { rows } = await asSuperuser(database, 'select id from public.uploads where id = any($1)', [
    [broken, other],
  ])
  expect(rows).toEqual([{ id: broken }])
  expect(logged).toEqual([
    [expect.objectContaining({ uploadId: broken }), 'an abandoned upload was not dropped'],
  ])
})

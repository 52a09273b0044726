import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { clientOf } from '../../testing/family.ts'
import { createTestKinora } from '../../testing/kinora.ts'
import { newsOf } from '../../testing/live-news.ts'
import {
  asSuperuser,
  completionOf,
  limitStorage,
  newRecording,
  putAll,
  putChunk,
} from '../../testing/recorder.ts'
import { type Device, deviceWith, makeLink, newDeviceKey } from '../../testing/recording-links.ts'
import { waitingMail } from '../../testing/waiting-mails.ts'

const { app, database, services, person } = await createTestKinora()

const bytes = Buffer.from('The first second. ')
const codeOf = async (response: Response) => [response.status, (await response.json()).code]

/** `putChunk` and its siblings use nothing of a person but the way to send requests, which a device has, too. */
const sends = (device: Device) => device as unknown as Parameters<typeof putChunk>[0]

async function aLink(given: Parameters<typeof makeLink>[1] = {}) {
  const ana = await person()
  const { link, address } = await makeLink(ana, given)
  return { ana, link, address, phone: deviceWith(app, address) }
}

const moveExpiry = (linkId: string, interval: string) =>
  asSuperuser(database, 'update public.recording_links set expires_at = now() + $1::interval where id = $2', [
    interval,
    linkId,
  ])

async function waitingMails(): Promise<number> {
  const { rows } = await asSuperuser(
    database,
    `select count(*)::int as mails from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'send_mail'`,
  )
  return rows[0].mails
}

test('a phone with a link records into its story by the same protocol, from start to end', async () => {
  const { ana, link, phone } = await aLink({ question: 'Where did you meet?' })

  const opened = await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId, part: opened.nextPart })
  await phone.client.recordings.start(start)
  await putAll(sends(phone), start.id, bytes)
  const ended = await phone.client.recordings.complete(completionOf(start.id, bytes))

  expect(opened).toMatchObject({
    storyId: link.storyId,
    title: 'The winter of 1956',
    question: 'Where did you meet?',
    nextPart: 0,
  })
  expect(ended).toMatchObject({ state: 'verifying', receivedBytes: bytes.length })
  const story = await ana.client.stories.get({ id: link.storyId })
  expect(story).toMatchObject({
    title: 'The winter of 1956',
    description: 'Where did you meet?',
    speakers: [],
  })
  expect(story.recordings).toMatchObject([{ id: start.id, state: 'verifying' }])
  const { rows } = await asSuperuser(
    database,
    `select 1 from graphile_worker._private_jobs where payload ->> 'recordingId' = $1`,
    [start.id],
  )
  expect(rows).toHaveLength(1)
  expect(await ana.client.recordingLinks.list({ storyId: link.storyId })).toMatchObject([{ recordings: 1 }])
})

test('a phone is asked again for what a power cut took from its recording', async () => {
  const { ana, link, phone } = await aLink()
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)
  await putAll(sends(phone), start.id, bytes, 9)
  const [part] = (await ana.client.stories.get({ id: link.storyId })).recordings
  await services.storage.truncate(`media/${ana.id}/${part?.originalMediaId}`, 12)

  expect(await phone.client.recordings.start(start)).toMatchObject({ nextIndex: 1, receivedBytes: 9 })
  expect((await putChunk(sends(phone), start.id, 1, bytes.subarray(9))).status).toBe(200)
  expect(await phone.client.recordings.complete(completionOf(start.id, bytes, 9))).toMatchObject({
    state: 'verifying',
  })
})

test('a recording on its way can be asked after, gone on with and thrown away', async () => {
  const { link, phone } = await aLink()
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)
  await putChunk(sends(phone), start.id, 0, bytes)

  expect(await phone.client.recordings.start(start)).toMatchObject({ nextIndex: 1 })
  expect(await phone.client.recordings.status({ id: start.id })).toMatchObject({
    receivedBytes: bytes.length,
  })
  expect(await phone.client.recordings.discard({ id: start.id })).toEqual({ id: start.id })
  await expect(phone.client.recordings.status({ id: start.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the secret is kept as a hash, and told in the part of the address that no server is sent', async () => {
  const { link, address } = await aLink()
  const secret = address.split('#')[1] ?? ''

  const { rows } = await asSuperuser(database, 'select * from public.recording_links where id = $1', [
    link.id,
  ])

  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  expect(new URL(address).pathname).toBe(`/record/${link.id}`)
  expect(JSON.stringify(rows)).not.toContain(secret)
})

test('a link opens no other story, not even of the same family', async () => {
  const { ana, phone } = await aLink()
  await phone.client.recordingLinks.open()
  const other = newRecording()
  await ana.client.recordings.start(other)

  const inOther = newRecording({ storyId: other.story.id, part: 1 })
  await expect(phone.client.recordings.start(inOther)).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
  await expect(phone.client.recordings.start(newRecording())).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
  await expect(phone.client.recordings.status({ id: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await codeOf(await putChunk(sends(phone), other.id, 0, bytes))).toEqual([404, 'NOT_FOUND'])
})

test('what the computer records in the same story is out of a phone’s sight', async () => {
  const { ana, link, phone } = await aLink()
  const ours = newRecording({ storyId: link.storyId })
  await ana.client.recordings.start(ours)

  expect(await phone.client.recordingLinks.open()).toMatchObject({ nextPart: 1 })
  await expect(phone.client.recordings.status({ id: ours.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(phone.client.recordings.discard({ id: ours.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(phone.client.recordings.start({ ...ours, part: 1 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('another account’s link, wrong secret or made-up id opens nothing', async () => {
  const { address } = await aLink()
  const { address: others } = await aLink()
  const mixed = `${address.split('#')[0]}#${others.split('#')[1]}`
  const invented = `${address.split('#')[0]}#${newDeviceKey()}`

  for (const wrong of [mixed, invented]) {
    const device = deviceWith(app, wrong)
    await expect(device.client.recordingLinks.open()).rejects.toMatchObject({ code: 'LINK_UNKNOWN' })
    await expect(device.client.recordings.start(newRecording())).rejects.toMatchObject({
      code: 'LINK_UNKNOWN',
    })
  }
  await expect(clientOf(app).recordingLinks.open()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('the first device keeps a link; another is told so and records nothing', async () => {
  const { link, address, phone } = await aLink()
  await phone.client.recordingLinks.open()
  await phone.client.recordingLinks.open()
  const second = deviceWith(app, address)

  await expect(second.client.recordingLinks.open()).rejects.toMatchObject({ code: 'LINK_TAKEN' })
  const start = newRecording({ storyId: link.storyId })
  await expect(second.client.recordings.start(start)).rejects.toMatchObject({ code: 'LINK_TAKEN' })

  await phone.client.recordings.start(start)
  expect(await codeOf(await putChunk(sends(second), start.id, 0, bytes))).toEqual([404, 'NOT_FOUND'])
  expect((await putChunk(sends(phone), start.id, 0, bytes)).status).toBe(200)
})

test('of two devices that open a link at once one keeps it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { address, phone } = await aLink()
    const open = ({ client }: Device) =>
      client.recordingLinks.open().then(
        () => 'open',
        ({ code }: { code: string }) => code,
      )

    const answers = await Promise.all([phone, deviceWith(app, address)].map(open))

    expect(answers.toSorted()).toEqual(['LINK_TAKEN', 'open'])
  }
})

test('a device that never opened its link begins nothing', async () => {
  const { link, phone } = await aLink()

  await expect(phone.client.recordings.start(newRecording({ storyId: link.storyId }))).rejects.toMatchObject({
    code: 'LINK_TAKEN',
  })
})

test('a renewed link goes to whichever device opens it next, and the first may still finish', async () => {
  const { ana, link, address, phone } = await aLink({ purpose: 'relative' })
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)

  await ana.client.recordingLinks.renew({ id: link.id })
  const second = deviceWith(app, address)
  await second.client.recordingLinks.open()

  expect((await putChunk(sends(phone), start.id, 0, bytes)).status).toBe(200)
  await expect(phone.client.recordings.start(newRecording({ storyId: link.storyId }))).rejects.toMatchObject({
    code: 'LINK_TAKEN',
  })
  await expect(second.client.recordings.status({ id: start.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a renewed link tells still when it was opened for the first time', async () => {
  const { ana, link, address, phone } = await aLink({ purpose: 'relative' })
  await phone.client.recordingLinks.open()
  await database.asOwner(
    `update recording_links set first_used_at = first_used_at - interval '3 days' where id = $1`,
    [link.id],
  )
  const firstUsedAt = async () =>
    (await ana.client.recordingLinks.list({ storyId: link.storyId })).find(({ id }) => id === link.id)
      ?.firstUsedAt
  const first = await firstUsedAt()

  await ana.client.recordingLinks.renew({ id: link.id })
  await deviceWith(app, address).client.recordingLinks.open()

  expect(Date.now() - Date.parse(first ?? '')).toBeGreaterThan(2 * 86_400_000)
  expect(await firstUsedAt()).toBe(first)
})

test('an expired link begins nothing, but what was begun in time still arrives for a week', async () => {
  const { link, phone } = await aLink()
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)
  await moveExpiry(link.id, '-1 minute')

  await expect(phone.client.recordingLinks.open()).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  await expect(phone.client.recordings.start(newRecording({ storyId: link.storyId }))).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
  expect(await phone.client.recordings.start(start)).toMatchObject({ nextIndex: 0 })
  expect((await putChunk(sends(phone), start.id, 0, bytes)).status).toBe(200)
  expect(await phone.client.recordings.complete(completionOf(start.id, bytes))).toMatchObject({
    state: 'verifying',
  })

  await moveExpiry(link.id, '-8 days')
  await expect(phone.client.recordings.status({ id: start.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('what a phone recorded without a network before its link ran out arrives for a week', async () => {
  const { ana, link, address, phone } = await aLink({ purpose: 'phone' })
  await phone.client.recordingLinks.open()
  await moveExpiry(link.id, '-1 hour')
  const start = newRecording({ storyId: link.storyId, startedAt: hoursAgo(2) })

  const stranger = deviceWith(app, address)
  await expect(stranger.client.recordings.start(start)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
  expect(await phone.client.recordings.start(start)).toMatchObject({ nextIndex: 0 })
  expect((await putChunk(sends(phone), start.id, 0, bytes)).status).toBe(200)
  expect(await phone.client.recordings.complete(completionOf(start.id, bytes))).toMatchObject({
    state: 'verifying',
  })
  expect((await ana.client.stories.get({ id: link.storyId })).recordings).toHaveLength(1)

  await moveExpiry(link.id, '-8 days')
  await expect(
    phone.client.recordings.start(newRecording({ storyId: link.storyId, startedAt: hoursAgo(24 * 9) })),
  ).rejects.toMatchObject({ code: 'LINK_EXPIRED' })
})

test('a link that ran out, or was revoked, before anybody opened it is for nobody, whatever they say of when they began', async () => {
  for (const end of ['ran out', 'revoked'] as const) {
    const { ana, link, address, phone } = await aLink()
    const start = newRecording({ storyId: link.storyId, startedAt: hoursAgo(2) })
    if (end === 'ran out') await moveExpiry(link.id, '-1 hour')
    else await ana.client.recordingLinks.revoke({ id: link.id })
    const code = end === 'ran out' ? 'LINK_EXPIRED' : 'LINK_REVOKED'

    for (const device of [phone, deviceWith(app, address)]) {
      await expect(device.client.recordingLinks.open()).rejects.toMatchObject({ code })
      await expect(device.client.recordings.start(start)).rejects.toMatchObject({ code })
    }
    const { rows } = await database.asOwner(
      'select device_hash, first_used_at from recording_links where id = $1',
      [link.id],
    )
    expect(rows).toEqual([{ device_hash: null, first_used_at: null }])
  }
})

test('what a device recorded before its link was renewed arrives, and the link is still for whoever opens it next', async () => {
  const { ana, link, address, phone } = await aLink({ purpose: 'relative' })
  await phone.client.recordingLinks.open()
  await moveExpiry(link.id, '-8 days')
  const told = newRecording({ storyId: link.storyId, startedAt: hoursAgo(1) })
  await expect(phone.client.recordings.start(told)).rejects.toMatchObject({ code: 'LINK_EXPIRED' })

  await ana.client.recordingLinks.renew({ id: link.id })
  const second = deviceWith(app, address)
  await expect(second.client.recordings.start(told)).rejects.toMatchObject({ code: 'LINK_TAKEN' })
  expect(await phone.client.recordings.start(told)).toMatchObject({ nextIndex: 0 })

  await second.client.recordingLinks.open()
  expect((await putChunk(sends(phone), told.id, 0, bytes)).status).toBe(200)
  const early = newRecording({ storyId: link.storyId, part: 1, startedAt: hoursAgo(1) })
  expect(await phone.client.recordings.start(early)).toMatchObject({ nextIndex: 0 })
  await expect(phone.client.recordings.start(newRecording({ storyId: link.storyId }))).rejects.toMatchObject({
    code: 'LINK_TAKEN',
  })
  await ana.client.recordingLinks.revoke({ id: link.id })
  await expect(phone.client.recordings.start(early)).rejects.toMatchObject({ code: 'LINK_REVOKED' })
})

test('who kept a link before it was renewed begins nothing by it for longer than a week, unless it is renewed again', async () => {
  const { ana, link, phone } = await aLink({ purpose: 'relative' })
  await phone.client.recordingLinks.open()
  await ana.client.recordingLinks.renew({ id: link.id })
  await database.asOwner(`update recording_links set renewed_at = now() - interval '8 days' where id = $1`, [
    link.id,
  ])
  const told = newRecording({ storyId: link.storyId, startedAt: hoursAgo(24 * 9) })
  await expect(phone.client.recordings.start(told)).rejects.toMatchObject({ code: 'LINK_TAKEN' })

  await ana.client.recordingLinks.renew({ id: link.id })
  expect(await phone.client.recordings.start(told)).toMatchObject({ nextIndex: 0 })
})

test('a revoked link is over at once, also for what was under way', async () => {
  const { ana, link, phone } = await aLink()
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)

  await ana.client.recordingLinks.revoke({ id: link.id })

  expect(await codeOf(await putChunk(sends(phone), start.id, 0, bytes))).toEqual([410, 'LINK_REVOKED'])
  await expect(phone.client.recordingLinks.open()).rejects.toMatchObject({ code: 'LINK_REVOKED' })
})

test('a device goes on by a new link with what it had recorded in the story by an earlier one, also by one that was taken back', async () => {
  const { ana, link, address } = await aLink()
  const key = newDeviceKey()
  const phone = deviceWith(app, address, key)
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)
  await putAll(sends(phone), start.id, bytes, 9)
  await ana.client.recordingLinks.revoke({ id: link.id })

  const later = await makeLink(ana, { storyId: link.storyId })
  const same = deviceWith(app, later.address, key)
  await expect(same.client.recordings.start(start)).rejects.toMatchObject({ code: 'LINK_TAKEN' })
  await same.client.recordingLinks.open()
  expect(await same.client.recordings.start(start)).toMatchObject({ nextIndex: 2, receivedBytes: 18 })
  expect((await putChunk(sends(same), start.id, 2, bytes)).status).toBe(200)
  const whole = Buffer.concat([bytes, bytes])
  const end = { ...completionOf(start.id, whole), chunkCount: 3 }
  expect(await same.client.recordings.complete(end)).toMatchObject({ state: 'verifying' })
  expect((await ana.client.stories.get({ id: link.storyId })).recordings).toHaveLength(1)

  const third = deviceWith(app, (await makeLink(ana, { storyId: link.storyId })).address)
  await third.client.recordingLinks.open()
  await expect(third.client.recordings.start(start)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(third.client.recordings.status({ id: start.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const elsewhere = deviceWith(app, (await makeLink(ana)).address, key)
  await elsewhere.client.recordingLinks.open()
  await expect(elsewhere.client.recordings.status({ id: start.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an ended link lets nothing new begin', async () => {
  const { ana, link, phone } = await aLink()
  await phone.client.recordingLinks.open()

  await ana.client.recordingLinks.end({ id: link.id })

  await expect(phone.client.recordings.start(newRecording({ storyId: link.storyId }))).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  })
})

test('a link to a story in the trash begins nothing there, and none is made for it', async () => {
  const { ana, link, phone } = await aLink()
  await phone.client.recordingLinks.open()
  await ana.client.recordings.start(newRecording({ storyId: link.storyId }))
  await ana.client.stories.delete({ id: link.storyId })

  await expect(
    phone.client.recordings.start(newRecording({ storyId: link.storyId, part: 1 })),
  ).rejects.toMatchObject({ code: 'GONE' })
  await expect(makeLink(ana, { storyId: link.storyId })).rejects.toMatchObject({ code: 'GONE' })
  const report = { state: 'ready', level: 0, keptMs: 0, sentMs: 0 } as const
  await expect(phone.client.recordingLinks.open()).rejects.toMatchObject({ code: 'GONE' })
  await expect(phone.client.recordingLinks.report(report)).rejects.toMatchObject({ code: 'GONE' })

  await ana.client.stories.restore({ id: link.storyId })
  expect(await phone.client.recordingLinks.report(report)).toMatchObject({ isOpen: true })
})

test('what comes by a link counts against its owner, and stops where the plan has no room', async () => {
  const { ana, link, phone } = await aLink()
  await limitStorage(database, ana, bytes.length)
  await phone.client.recordingLinks.open()
  const start = newRecording({ storyId: link.storyId })
  await phone.client.recordings.start(start)

  expect((await putChunk(sends(phone), start.id, 0, bytes)).status).toBe(200)
  expect(await codeOf(await putChunk(sends(phone), start.id, 1, bytes))).toEqual([
    507,
    'STORAGE_LIMIT_REACHED',
  ])
  await expect(
    phone.client.recordings.start(newRecording({ storyId: link.storyId, part: 1 })),
  ).rejects.toMatchObject({ code: 'STORAGE_LIMIT_REACHED' })
  const { rows } = await asSuperuser(
    database,
    'select storage_used_bytes::int as used from public.usage_tracking where user_id = $1',
    [ana.id],
  )
  expect(rows).toEqual([{ used: bytes.length }])
})

test('an id that was used for another story is refused, and the first link stays as it was', async () => {
  const { ana, link } = await aLink({ question: 'Where did you meet?' })

  await expect(makeLink(ana, { id: link.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await ana.client.recordingLinks.list({ storyId: link.storyId })).toMatchObject([
    { question: 'Where did you meet?' },
  ])
})

test('the owner hears once a second how the phone is doing, and nobody else does', async () => {
  const { ana, link, phone } = await aLink()
  const mallory = await person('Mallory')
  await phone.client.recordingLinks.open()
  const [heard, overheard] = [await newsOf(ana, database), await newsOf(mallory, database)]

  await ana.client.recordingLinks.ask({ id: link.id, question: 'And then?' })
  const report = { state: 'recording', level: 42, keptMs: 2_500, sentMs: 2_000 } as const
  const answer = await phone.client.recordingLinks.report(report)
  await mallory.client.stories.create({ id: uuidv7(), title: 'Mine', method: 'journal' })

  expect(answer).toMatchObject({ question: 'And then?', stopAskedAt: null })
  const events = [(await heard.next()).value, (await heard.next()).value]
  const { id: linkId, storyId, purpose } = link
  const device = expect.any(String)
  expect(events).toContainEqual({ type: 'phone', linkId, storyId, purpose, device, ...report })
  expect((await overheard.next()).value).toMatchObject({ type: 'change', table: 'stories' })
})

test('a wish to stop reaches the phone with the answer to its next report', async () => {
  const { ana, link, phone } = await aLink()
  await phone.client.recordingLinks.open()

  await ana.client.recordingLinks.stop({ id: link.id })

  const answer = await phone.client.recordingLinks.report({ state: 'ready', level: 0, keptMs: 0, sentMs: 0 })
  expect(Date.parse(answer.stopAskedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('a phone whose link was given to another tells still how far it is, and hears a wish to stop; who never kept the link tells nothing', async () => {
  const { ana, link, address, phone } = await aLink()
  await phone.client.recordingLinks.open()
  await ana.client.recordingLinks.renew({ id: link.id })
  const second = deviceWith(app, address)
  await second.client.recordingLinks.open()
  await ana.client.recordingLinks.stop({ id: link.id })
  const heard = await newsOf(ana, database)

  const told = { state: 'sending', level: 0, keptMs: 2_500, sentMs: 2_000 } as const
  expect(await phone.client.recordingLinks.report(told)).toMatchObject({
    isOpen: false,
    isTaken: true,
    stopAskedAt: expect.any(String),
  })
  expect(await second.client.recordingLinks.report({ ...told, state: 'ready' })).toMatchObject({
    isOpen: true,
    isTaken: false,
  })
  const [first, other] = [(await heard.next()).value, (await heard.next()).value]
  expect(first).toMatchObject({
    type: 'phone',
    linkId: link.id,
    state: 'sending',
    device: expect.any(String),
  })
  expect(other).toMatchObject({ type: 'phone', linkId: link.id, state: 'ready', device: expect.any(String) })
  expect(first).not.toMatchObject({ device: other?.type === 'phone' ? other.device : '' })

  const third = deviceWith(app, address)
  await expect(third.client.recordingLinks.report(told)).rejects.toMatchObject({ code: 'LINK_TAKEN' })
  await ana.client.recordingLinks.revoke({ id: link.id })
  await expect(phone.client.recordingLinks.report(told)).rejects.toMatchObject({ code: 'LINK_REVOKED' })
})

test('a page gone wild is slowed down', async () => {
  const { phone } = await aLink()
  await phone.client.recordingLinks.open()
  const report = () => phone.client.recordingLinks.report({ state: 'ready', level: 0, keptMs: 0, sentMs: 0 })

  const reports = await Promise.allSettled(Array.from({ length: 260 }, report))

  const refused = reports.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThanOrEqual(20)
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  }
})

test('the same link asked for again, as after a lost answer, is the first, also where no more could be made', async () => {
  const ana = await person()
  const asked = { id: uuidv7(), storyId: uuidv7(), purpose: 'relative', mailTo: 'vera@example.com' } as const
  const before = await waitingMails()
  const [first, second] = await Promise.all([makeLink(ana, asked), makeLink(ana, asked)])
  for (let made = 1; made < limits.relativeLinksPerDay; made += 1)
    await makeLink(ana, { purpose: 'relative' })
  const third = await makeLink(ana, asked)

  expect([second.address, third.address]).toEqual([first.address, first.address])
  expect(await ana.client.recordingLinks.list({ storyId: asked.storyId })).toHaveLength(1)
  expect(await waitingMails()).toBe(before + 1)
  const phone = deviceWith(app, third.address)
  expect(await phone.client.recordingLinks.open()).toMatchObject({ storyId: asked.storyId })
})

test('the same id makes another secret for somebody else', async () => {
  const [ana, boris] = [await person(), await person()]
  const asked = { id: uuidv7(), storyId: uuidv7() }
  const [hers, his] = [await makeLink(ana, asked), await makeLink(boris, asked)]
  expect(hers.address).not.toBe(his.address)
})

test('only so many relatives are asked in a day', async () => {
  const ana = await person()
  const ask = () => makeLink(ana, { purpose: 'relative' })
  const asked = await Promise.allSettled(Array.from({ length: limits.relativeLinksPerDay + 3 }, ask))

  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(limits.relativeLinksPerDay)
  await expect(makeLink(ana, { purpose: 'relative' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(makeLink(ana)).resolves.toBeDefined()
})

test('a mail is queued with the link it carries, or not at all', async () => {
  const { ana, link } = await aLink()
  const before = await waitingMails()

  const letter = { purpose: 'relative', label: 'Aunt Vera', mailTo: 'vera@example.com' } as const
  await makeLink(ana, letter)
  await expect(makeLink(ana, { ...letter, id: link.id })).rejects.toMatchObject({ code: 'CONFLICT' })

  expect(await waitingMails()).toBe(before + 1)
})

test('a link for the phone beside the computer is mailed to nobody', async () => {
  const ana = await person()
  const before = await waitingMails()

  await expect(makeLink(ana, { mailTo: 'vera@example.com' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })

  expect(await waitingMails()).toBe(before)
})

test('a question in a mail is one line, so that nothing in it passes for a sentence of ours', async () => {
  const ana = await person()
  const question = 'How was it?\n\nYour storage is full. Open https://example.com and sign in.'

  await makeLink(ana, { purpose: 'relative', question, mailTo: 'rosa@example.com' })

  const { text } = await waitingMail(database, services.secrets, 'rosa@example.com')
  expect(text).toContain(`\n\n    ${question.replaceAll('\n\n', ' ')}\n\n`)
  expect(text).not.toContain('\nYour storage')
})

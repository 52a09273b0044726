import { expect, it } from 'vitest'
import { SpoolFailure } from '../failures.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { aRecording } from '../testing/worlds.ts'
import { rememberChanges } from './remember-changes.ts'
import type { Spool } from './spool.ts'

/** A disk that is full until the test gives it room. */
function aDisk() {
  const spool = createMemorySpool()
  const disk = { reason: 'device-full' as 'device-full' | 'device-storage' | null }
  const update: Spool['update'] = async (id, change) => {
    if (disk.reason !== null) throw new SpoolFailure(disk.reason)
    await spool.update(id, change)
  }
  return { disk, spool, remembering: rememberChanges({ ...spool, update }) }
}

it('remembers what a full disk refuses, for this page', async () => {
  const { spool, remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  await remembering.update(recording.id, { endedAt: '2026-11-25T10:00:00.000Z' })
  await remembering.update(recording.id, { remoteId: 'another' })

  const changed = { ...recording, endedAt: '2026-11-25T10:00:00.000Z', remoteId: 'another' }
  expect(await remembering.get(recording.id)).toEqual(changed)
  expect(await remembering.list()).toEqual([changed])
  expect(await spool.get(recording.id)).toEqual(recording)
})

it('remembers each of two changes that a full disk refuses at once', async () => {
  const { remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  await Promise.all([
    remembering.update(recording.id, { endedAt: '2026-11-25T10:00:00.000Z' }),
    remembering.update(recording.id, { remoteId: 'another' }),
  ])

  expect(await remembering.get(recording.id)).toMatchObject({
    endedAt: '2026-11-25T10:00:00.000Z',
    remoteId: 'another',
  })
})

it('forgets nothing that was refused while another change was being written', async () => {
  const { disk, remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  await remembering.update(recording.id, { remoteId: 'another' })
  disk.reason = null
  const writing = remembering.update(recording.id, { part: 3 })
  disk.reason = 'device-full'
  await Promise.all([writing, remembering.update(recording.id, { endedAt: '2026-11-25T10:00:00.000Z' })])

  expect(await remembering.get(recording.id)).toMatchObject({
    remoteId: 'another',
    endedAt: '2026-11-25T10:00:00.000Z',
    part: 3,
  })
})

it('lets what was written later count', async () => {
  const { disk, remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  await remembering.update(recording.id, { remoteId: 'second', endedAt: '2026-11-25T10:00:00.000Z' })
  disk.reason = null
  await remembering.update(recording.id, { remoteId: 'third' })

  expect(await remembering.get(recording.id)).toMatchObject({
    remoteId: 'third',
    endedAt: '2026-11-25T10:00:00.000Z',
  })
})

it('remembers nothing of a disk that fails otherwise', async () => {
  const { disk, remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  disk.reason = 'device-storage'

  await expect(remembering.update(recording.id, { remoteId: 'second' })).rejects.toThrow()
  expect(await remembering.get(recording.id)).toEqual(recording)
})

it('remembers and forgets what was changed of the story field by field', async () => {
  const { disk, remembering } = aDisk()
  const recording = aRecording()
  await remembering.create(recording)
  await remembering.update(recording.id, { story: { title: 'The well', speakers: ['Rosa'] } })
  await remembering.update(recording.id, { story: { date: 'November 25, 2026' } })
  disk.reason = null
  await remembering.update(recording.id, { story: { speakers: ['Rosa', 'Ana'] } })

  expect((await remembering.get(recording.id))?.story).toEqual({
    ...recording.story,
    title: 'The well',
    speakers: ['Rosa', 'Ana'],
    date: 'November 25, 2026',
  })
})

import { v7 as newId } from 'uuid'
import { afterEach, expect, it } from 'vitest'
import type { RecordingStart } from '#contract/recordings.ts'
import type { SpoolRecording } from '../spool/spool.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { type MisbehavingServer, startMisbehavingServer } from '../testing/misbehaving-server.ts'
import { aRecording, slicesOf, spoolWhole } from '../testing/worlds.ts'
import type { Bell } from './bell.ts'
import type { UploadPort } from './upload.ts'
import { deliver, type UploadProgress } from './uploader.ts'

/** A bell that waits only until all other pending work has had a turn. */
const impatientBell: Bell = {
  ring: () => {},
  wait: () => new Promise((resolve) => setImmediate(() => resolve('silent'))),
}

const patience = { newId, more: impatientBell, again: impatientBell, now: () => performance.now() }
const { signal } = new AbortController()

let server: MisbehavingServer
afterEach(() => server.close())

it('overwrites nothing that was changed while the server was asked for the time', async () => {
  server = await startMisbehavingServer()
  const [spool, recording, elsewhere] = [createMemorySpool(), aRecording({ isUntold: true }), newId()]
  await spoolWhole(spool, recording, slicesOf([300]))
  const begun: RecordingStart[] = []
  const upload: UploadPort = {
    ...server.upload,
    start: (start, ...how) => {
      begun.push(start)
      return server.upload.start(start, ...how)
    },
  }
  const dated = async ({ id }: SpoolRecording) => {
    await spool.update(id, { story: { id: elsewhere, speakers: ['Rosa'] } })
    return { startedAt: '2026-11-24T10:00:00.000Z', story: { date: 'November 24, 2026', time: '10:00 AM' } }
  }

  const ports = { ...patience, spool, upload, dated, hasEnded: () => false, progress: () => {} }
  await deliver(recording.id, ports, signal)

  const now = { id: elsewhere, title: 'The orchard', description: '', speakers: ['Rosa'] }
  expect(begun.map(({ story }) => story)).toEqual([{ ...now, date: 'November 24, 2026', time: '10:00 AM' }])
})

it('tells of trouble at the server where what it keeps is damaged again and again, and is done once that is over', async () => {
  server = await startMisbehavingServer()
  server.faults.push(...Array<'flip'>(12).fill('flip'))
  const [spool, recording] = [createMemorySpool(), aRecording()]
  const whole = await spoolWhole(spool, recording, slicesOf([300]))
  const told: UploadProgress[] = []
  const progress = (now: UploadProgress) => void told.push(now)

  await deliver(
    recording.id,
    { ...patience, spool, upload: server.upload, hasEnded: () => false, progress },
    signal,
  )

  expect(told.filter(({ problem }) => problem === 'server').length).toBeGreaterThan(1)
  expect(told.at(-1)).toMatchObject({ phase: 'safe', problem: null })
  const [stored, ...others] = [...server.recordings.values()]
  expect(others).toEqual([])
  expect(new Uint8Array(Buffer.concat(stored?.chunks.map(({ bytes }) => bytes) ?? []))).toEqual(whole)
})

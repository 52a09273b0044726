import { expect, it } from 'vitest'
import type { Delivery } from '../../../recorder/deliveries.ts'
import type { UnfinishedRecording } from '../../../recorder/device-recordings.ts'
import type { RecorderState } from '../../../recorder/state.ts'
import { reportOf } from './use-reports.ts'
import { hasUnsafe } from './watched-phone.ts'

const delivery = (recordingId: string, different: Partial<Delivery>): [string, Delivery] => [
  recordingId,
  {
    ...{ recordingId, storyId: 's', part: 0, sentMs: 0, keptMs: 0, problem: null, hasGap: false },
    phase: 'sending',
    ...different,
  },
]

it.each(['empty', 'discarded'] as const)(
  'says that the phone is ready, and keeps no session waiting, where its only recording was %s',
  (phase) => {
    const report = reportOf({ name: 'idle' }, new Map([delivery('a', { phase })]), [], 0)

    expect(report.state).toBe('ready')
    expect(hasUnsafe({ report, isHere: true, linkIds: [] })).toBe(false)
  },
)

it('says that the phone is sending until everything in which something came is safe', () => {
  const empty = delivery('a', { phase: 'empty' })
  const [sending, safe] = [
    delivery('b', { keptMs: 2_000, sentMs: 1_000 }),
    delivery('b', { phase: 'safe', keptMs: 2_000, sentMs: 2_000 }),
  ]

  expect(reportOf({ name: 'stopping' }, new Map([empty, sending]), [], 0).state).toBe('sending')
  expect(reportOf({ name: 'safe' }, new Map([empty, safe]), [], 0).state).toBe('safe')
})

it('says that a recording broke off on an earlier visit, with what is kept of it', () => {
  const found = [1_500, 2_000].map((durationMs) => ({ durationMs }) as UnfinishedRecording)
  const sent = new Map([delivery('a', { phase: 'safe', keptMs: 1_000, sentMs: 1_000 })])
  const report = reportOf({ name: 'idle' }, sent, found, 0)

  expect(report).toMatchObject({ state: 'failed', keptMs: 4_500, sentMs: 1_000 })
  expect(hasUnsafe({ report, isHere: true, linkIds: [] })).toBe(true)
})

it.each(['recording', 'paused'] as const)('says that it is %s, whatever it has sent before', (name) => {
  const sent = new Map([delivery('a', { phase: 'safe', keptMs: 1_000, sentMs: 1_000 })])

  expect(reportOf({ name } as RecorderState, sent, [], 0).state).toBe(name)
})

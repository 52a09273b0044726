import * as fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { expect, it } from 'vitest'
import type { Spool } from '../spool/spool.ts'
import { createMemorySpool } from '../testing/memory-spool.ts'
import { type Fault, startMisbehavingServer } from '../testing/misbehaving-server.ts'
import { aRecording, slicesOf, spoolWhole } from '../testing/worlds.ts'
import { backoffMs } from './backoff.ts'
import type { Bell } from './bell.ts'
import { deliver } from './uploader.ts'

const longest = (failures: number) => backoffMs(failures, () => 1)

it('waits half a second at most after the first failure, then up to twice as long each time, and never over half a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(longest)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(longest(100_000)).toBe(30_000)
})

it('leaves half of each wait to chance, so that not everybody comes back at once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, chance) => {
        expect(backoffMs(failures, () => chance)).toBeCloseTo((longest(failures) / 2) * (1 + chance), 6)
      },
    ),
  )
  expect(new Set(Array.from({ length: 20 }, () => backoffMs(7))).size).toBeGreaterThan(1)
})

/** After how many failures in a row each wait of a delivery would be right; the wait with the number `rungAt` is ended by a ring. */
async function waitsOf(
  faults: readonly Fault[],
  { rungAt, spoiled = (spool) => spool }: { rungAt?: number; spoiled?: (spool: Spool) => Spool } = {},
): Promise<number[]> {
  const [server, spool, recording, waits] = [
    await startMisbehavingServer(),
    createMemorySpool(),
    aRecording(),
    [] as number[],
  ]
  await spoolWhole(spool, recording, slicesOf([300, 5]))
  server.faults.push(...faults)
  const again: Bell = {
    ring: () => {},
    wait: async (ms) => (waits.push(Math.floor(Math.log2(ms / 250)) + 1) === rungAt ? 'rung' : 'silent'),
  }
  const more: Bell = { ring: () => {}, wait: async () => 'silent' }
  const ports = {
    ...{ spool: spoiled(spool), upload: server.upload, newId, more, again },
    now: () => performance.now(),
    hasEnded: () => false,
    progress: () => {},
  }
  await deliver(recording.id, ports, new AbortController().signal)
  await server.close()
  return waits
}

it('waits longer after every answer that a recording cannot be taken, and shortly again after a ring', async () => {
  expect(await waitsOf(['500', '500', '500', '500'])).toEqual([1, 2, 3, 4])
  expect(await waitsOf(['500', '500', '500', '500'], { rungAt: 2 })).toEqual([1, 2, 1, 2])
})

it('waits shortly each time where the server is reached and the line then breaks', async () => {
  expect(await waitsOf(['drop', 'drop', 'drop'])).toEqual([1, 1, 1])
})

it('waits longer each time that the device cannot read what it keeps, and shortly again after a ring', async () => {
  const failing = (times: number) => (spool: Spool) => {
    let left = times
    const get: Spool['get'] = async (id) => {
      left -= 1
      if (left >= 0) throw new DOMException('', 'UnknownError')
      return spool.get(id)
    }
    return { ...spool, get }
  }
  expect(await waitsOf([], { spoiled: failing(4) })).toEqual([1, 2, 3, 4])
  expect(await waitsOf([], { spoiled: failing(4), rungAt: 3 })).toEqual([1, 2, 3, 1])
})

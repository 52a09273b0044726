import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'

const { person } = await createTestKinora()

test('large portraits that come at once leave a process the threads that it writes recordings with', async () => {
  const eve = await person('Eve')
  const create = {
    width: 8_000,
    height: 8_000,
    channels: 4 as const,
    background: { r: 40, g: 90, b: 60, alpha: 1 },
  }
  const body = new Uint8Array(await sharp({ create }).toColourspace('rgb16').png().toBuffer())
  const put = () => eve.request(`/media/portraits/${eve.id}`, { method: 'PUT', body })

  const alone = performance.now()
  expect((await put()).status).toBe(200)
  const oneMs = performance.now() - alone

  let isDone = false
  const all = Promise.all(Array.from({ length: 6 }, put)).finally(() => {
    isDone = true
  })
  let longestMs = 0
  while (!isDone) {
    const asked = performance.now()
    await stat(import.meta.filename)
    longestMs = Math.max(longestMs, performance.now() - asked)
    await pause(5)
  }
  expect((await all).map(({ status }) => status)).toEqual(Array(6).fill(200))
  // With all threads taken, it waits for one of the drawings at least.
  expect(longestMs).toBeLessThan(oneMs / 2)
})

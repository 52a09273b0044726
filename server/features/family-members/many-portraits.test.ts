import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createTestKinora } from '../../testing/kinora.ts'

const { person } = await createTestKinora()

/** The number of threads with which a process reads and writes files, and draws. */
const threads = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/** Watches the drawings. @returns a function for the largest number that have had or awaited a thread at once so far */
function watchDrawings(): () => number {
  let most = 0
  const look = () => {
    const { queue, process: drawing } = sharp.counters()
    most = Math.max(most, queue + drawing)
  }
  sharp.queue.on('change', look)
  onTestFinished(() => void sharp.queue.off('change', look))
  return () => most
}

test('large portraits that come at once leave a process the threads that it writes recordings with', async () => {
  const eve = await person('Eve')
  const create = {
    width: 4_000,
    height: 4_000,
    channels: 4 as const,
    background: { r: 40, g: 90, b: 60, alpha: 1 },
  }
  const body = new Uint8Array(await sharp({ create }).toColourspace('rgb16').png().toBuffer())
  const put = () => eve.request(`/media/portraits/${eve.id}`, { method: 'PUT', body })
  const most = watchDrawings()

  const answers = await Promise.all(Array.from({ length: 2 * threads }, put))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(most()).toBeGreaterThan(0)
  expect(most()).toBeLessThan(threads)
})

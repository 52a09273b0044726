import { expect, it } from 'vitest'
import { hashedAtOnce, inTurn } from './hashing-turns.ts'

it('lets so many work at once and no more, first come first served, also after a failure', async () => {
  let [now, most] = [0, 0]
  const ended: number[] = []
  const work = (index: number) => async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    ended.push(index)
    if (index % 3 === 0) throw new Error('it failed')
  }

  await Promise.allSettled(Array.from({ length: 20 }, (_, index) => inTurn(work(index))))

  expect(most).toBe(hashedAtOnce)
  expect(ended).toEqual([...ended].sort((a, b) => a - b))
  expect(ended).toHaveLength(20)
})

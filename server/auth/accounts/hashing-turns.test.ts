import { expect, it } from 'vitest'
import { hashedAtOnce, inTurn, waitingAtMost } from './hashing-turns.ts'

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

it('refuses at once whoever would wait too long, and nobody who waits already', async () => {
  const gate = Promise.withResolvers<string>()
  const room = hashedAtOnce + waitingAtMost
  const inside = Array.from({ length: room }, () => inTurn(() => gate.promise))

  await expect(inTurn(async () => 'too many')).rejects.toMatchObject({ status: 429 })

  gate.resolve('done')
  expect(await Promise.all(inside)).toEqual(Array.from({ length: room }, () => 'done'))
  expect(await inTurn(async () => 'room again')).toBe('room again')
})

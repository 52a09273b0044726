import { expect, test } from 'vitest'
import { createClosings } from './closings.ts'
import { createLog } from './log.ts'

/** A log, and the lines written to it, without their time. */
function listenedTo() {
  const told: object[] = []
  const write = (line: string) => {
    const { msg, part } = JSON.parse(line)
    told.push({ msg, part })
  }
  return { log: createLog('warn', { write }), told }
}

test('parts are closed once, the latest first, also after one that fails', async () => {
  const { log, told } = listenedTo()
  const closed: string[] = []
  const closings = createClosings(log)
  closings.push('the database', async () => void closed.push('the database'))
  closings.push('the queue', () => Promise.reject(new Error('broken')))
  closings.push('the door', async () => void closed.push('the door'))

  await closings.close()
  await closings.close()

  expect(closed).toEqual(['the door', 'the database'])
  expect(told).toEqual([{ msg: 'a part did not close cleanly', part: 'the queue' }])
})

test('a part that never closes is named, and the parts before it are closed without it', async () => {
  const { log, told } = listenedTo()
  const closed: string[] = []
  const closings = createClosings(log, { allMs: 20, eachMs: 10 })
  closings.push('the database', async () => void closed.push('the database'))
  closings.push('the queue', () => new Promise(() => undefined))

  await closings.close()

  expect(closed).toEqual(['the database'])
  expect(told[0]).toEqual({
    msg: 'a part did not close in time; the stop goes on without it',
    part: 'the queue',
  })
})

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { environmentForChildren } from './env.ts'

const script = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { giveBackWhatTheStartTook } from '${import.meta.dirname}/give-back.ts'
  const room = () => getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space').physical_space_size
  let kept = []
  for (let count = 0; count < 400_000; count += 1) kept.push({ count })
  kept = null
  const before = room()
  giveBackWhatTheStartTook()
  console.log(JSON.stringify({ before, after: room(), isExposed: 'gc' in globalThis }))`

test('what a start took for new objects is given back, and nobody else can collect', () => {
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: environmentForChildren(),
  })
  const { before, after, isExposed } = z
    .object({ before: z.number(), after: z.number(), isExposed: z.boolean() })
    .parse(JSON.parse(answer.toString()))

  expect(before).toBeGreaterThan(8_000_000)
  expect(after).toBeLessThan(before / 4)
  expect(isExposed).toBe(false)
})

import { expect, test } from 'vitest'
import { promptOf } from './prompt.ts'

const scene = { title: 'The dance', text: 'We danced until morning.', tellers: [] }
const elena = { name: 'Elena Petrova', description: 'A blue headscarf' }
const shows = (given: Partial<Parameters<typeof promptOf>[1]>) =>
  promptOf('ink', { ...scene, ...given }, [elena]).includes(elena.description)

test('a teller is in the picture, by the whole name or by the first name alone', () => {
  expect(shows({ tellers: ['Elena Petrova'] })).toBe(true)
  expect(shows({ tellers: ['Elena'] })).toBe(true)
  expect(shows({ tellers: ['Mila', 'Ele', 'Petrova'] })).toBe(false)
})

test('the text that is told ends with a whole sign', () => {
  const prompt = promptOf('ink', { ...scene, text: `${'x'.repeat(1_199)}👵 and more` }, [])
  expect(prompt.isWellFormed()).toBe(true)
})

import { expect, test } from 'vitest'
import { runProcess } from './run-process.ts'

const fatal = 'Error writing trailer'
const limits = { signal: new AbortController().signal, timeoutMs: 60_000, fatal: [fatal] }

/** What Node does: complains of one thing, then of much else, and exits with 0. */
const complaining = (words: string) => [
  '-e',
  `process.stderr.write(${JSON.stringify(words)}); process.stderr.write('And so on. '.repeat(1_000))`,
]

test('an error that means failure counts, however much the program says after it', async () => {
  await expect(
    runProcess(process.execPath, complaining(`${fatal} of film.webm\n`), limits),
  ).rejects.toMatchObject({
    code: 'UNREADABLE',
    message: expect.stringContaining(fatal),
  })
})

test('a program that complains of something else and exits with 0 has succeeded', async () => {
  expect(await runProcess(process.execPath, complaining('A torn frame.\n'), limits)).toHaveLength(0)
})

import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { newPath } from '../testing/test-media.ts'
import { CommandRecogniser } from './command.ts'
import type { SpeechPiece } from './speech.ts'

const signal = new AbortController().signal
const piece: SpeechPiece = {
  audio: Buffer.from('RIFF, say'),
  format: 'wav',
  startMs: 60_000,
  endMs: 70_000,
  hints: ['Aunt Frieda', '$(echo pwned)'],
  languages: ['de', 'en'],
}

/** A program with this source, as SPEECH_COMMAND would name it. */
async function program(lines: string, ...args: string[]) {
  const path = newPath('mjs')
  await writeFile(path, lines)
  return (timeoutMs = 20_000) =>
    new CommandRecogniser({ command: [process.execPath, path, ...args], timeoutMs })
}

const answering = (answer: unknown) =>
  program(`process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`)
const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs })

describe.concurrent('a program that recognises', () => {
  it('is given the piece and what is known about it, and its words come onto the recording’s clock', async () => {
    const recogniser = await program(
      `
      import { readFileSync } from 'node:fs'
      const asked = JSON.parse(readFileSync(0, 'utf8'))
      const sound = readFileSync(asked.audio.path, 'utf8')
      const text = [sound, process.argv[2], asked.lengthMs, asked.languages, asked.hints[1]].join('|')
      process.stdout.write(JSON.stringify({ language: 'de_DE', words: [{ text, startMs: 500, endMs: 900, speaker: 'A' }] }))
    `,
      '$HOME; ls',
    )

    expect(await recogniser().recognise(piece, signal)).toEqual({
      language: 'de-DE',
      words: [
        {
          text: 'RIFF, say|$HOME; ls|10000|de,en|$(echo pwned)',
          startMs: 60_500,
          endMs: 60_900,
          confidence: null,
          speaker: 'A',
        },
      ],
    })
  })

  it('may round a little beyond its piece, and may say nothing', async () => {
    const rounding = await answering({
      words: [word('late', 9_800, 10_400), word('early', -20, 200), word(' ', 1, 2)],
    })
    const silent = await answering({ words: [] })

    const { words } = await rounding().recognise(piece, signal)

    expect(words.map(({ text, startMs, endMs }) => [text, startMs, endMs])).toEqual([
      ['early', 60_000, 60_200],
      ['late', 69_800, 70_000],
    ])
    expect(await silent().recognise(piece, signal)).toEqual({ language: null, words: [] })
  })

  it.each([
    ['no JSON', 'process.stdout.write("Guten Tag")'],
    ['half an answer', `process.stdout.write('{"words": [{"text": "Gu')`],
    ['another shape', `process.stdout.write('{"words": "Guten Tag"}')`],
    ['nothing', ''],
    ['a time far outside', `process.stdout.write('{"words":[{"text":"a","startMs":99000,"endMs":99100}]}')`],
    [
      'a sureness of 300 %',
      `process.stdout.write('{"words":[{"text":"a","startMs":1,"endMs":2,"confidence":3}]}')`,
    ],
    [
      'two thousand words in ten seconds',
      `const word = { text: 'a', startMs: 1, endMs: 2 }
       process.stdout.write(JSON.stringify({ words: Array.from({ length: 2000 }, () => word) }))`,
    ],
  ])('is not believed when it answers with %s', async (_, lines) => {
    const recogniser = await program(lines)

    await expect(recogniser().recognise(piece, signal)).rejects.toMatchObject({
      name: 'SpeechFailure',
      code: 'NONSENSE',
      retryable: true,
    })
  })

  it.each([
    [65, 'REQUEST_REFUSED', false],
    [78, 'NOT_SET_UP', false],
    [75, 'ENGINE_FAILED', true],
    [1, 'ENGINE_FAILED', true],
  ])('that ends with %i has failed by %s', async (exitCode, code, retryable) => {
    const recogniser = await program(`console.error('out of memory'); process.exit(${exitCode})`)

    await expect(recogniser().recognise(piece, signal)).rejects.toMatchObject({
      code,
      retryable,
      message: expect.stringContaining('out of memory'),
    })
  })

  it('that does not exist is a matter of settings', async () => {
    const recogniser = new CommandRecogniser({ command: ['/nowhere/asr'], timeoutMs: 1_000 })

    await expect(recogniser.recognise(piece, signal)).rejects.toMatchObject({
      code: 'NOT_SET_UP',
      retryable: false,
    })
  })

  it.skipIf(process.platform === 'win32')(
    'is ended with everything it started when its time is up',
    async () => {
      const pids = newPath('txt')
      const recogniser = await program(`
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      writeFileSync(${JSON.stringify(pids)}, process.pid + ' ' + child.pid)
      setInterval(() => {}, 1000)
    `)

      // On a slow machine the program may not have started when its time is up: then it gets more time.
      const told = () => (existsSync(pids) ? readFileSync(pids, 'utf8') : '')
      for (let timeoutMs = 1_500; told() === ''; timeoutMs *= 2) {
        const asked = recogniser(timeoutMs).recognise(piece, signal)
        await expect(asked).rejects.toMatchObject({ code: 'TIMED_OUT' })
      }

      for (const pid of told().split(' ').map(Number)) {
        await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 60_000 })
      }
    },
  )

  it('is not waited for where what it started stays behind and holds its output open', async ({
    onTestFinished,
  }) => {
    const told = newPath('pid')
    onTestFinished(() => void process.kill(Number(readFileSync(told, 'utf8'))))
    // A process in a group of its own, which ending its parent's group does not reach.
    const recogniser = await program(`
      import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' })
      writeFileSync(${JSON.stringify(told)}, String(left.pid))
      setInterval(() => undefined, 1000)
    `)
    const stopping = new AbortController()
    const heard = recogniser().recognise(piece, stopping.signal)
    const refused = expect(heard).rejects.toMatchObject({ code: 'ABORTED' })
    await vi.waitFor(() => expect(readFileSync(told, 'utf8')).toMatch(/^\d+$/), { timeout: 60_000 })

    stopping.abort()
    await refused
  })

  it('is ended with the job that asked it', async () => {
    const recogniser = await program('setInterval(() => {}, 1000)')
    const job = new AbortController()

    const asked = recogniser().recognise(piece, job.signal)
    job.abort()

    await expect(asked).rejects.toMatchObject({ code: 'ABORTED', retryable: false })
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

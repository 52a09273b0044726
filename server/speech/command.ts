import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { environmentForChildren } from '../env.ts'
import { parseJson } from '../json.ts'
import { readAnswer } from './ask-engine.ts'
import { placeWords } from './heard-words.ts'
import { languageTag } from './language-tag.ts'
import type { EngineLimits, Recogniser, Recognition, SpeechPiece } from './speech.ts'
import { SpeechFailure, type SpeechFailureCode } from './speech-failure.ts'

export type CommandSettings = { command: readonly string[]; timeoutMs: number }

const STDOUT_BYTES_MAX = 5_000_000
const COMPLAINT_LENGTH_MAX = 300
/** Exit codes with the meaning that BSD's sysexits.h gives them. Every other one except 0 counts as a failure that may pass. */
const MEANINGS: Record<number, SpeechFailureCode> = { 65: 'REQUEST_REFUSED', 78: 'NOT_SET_UP' }

const answerShape = z.object({
  language: z.string().nullish(),
  words: z.array(
    z.object({
      text: z.string(),
      startMs: z.number(),
      endMs: z.number(),
      confidence: z.number().nullable().default(null),
      speaker: z.string().nullable().default(null),
    }),
  ),
})

/**
 * Runs any program as the engine: it gets the piece as JSON on its standard input and prints the words as JSON on its standard
 * output (docs/operations.md).
 */
export class CommandRecogniser implements Recogniser {
  readonly name = 'command'
  readonly label: string
  readonly limits: EngineLimits = {
    format: 'wav',
    pieceMsMax: 55_000,
    pieceBytesMax: 25_000_000,
    diarization: true,
  }
  readonly #settings: CommandSettings

  constructor(settings: CommandSettings) {
    this.#settings = settings
    this.label = labelOf(settings.command)
  }

  async recognise(piece: SpeechPiece, signal: AbortSignal): Promise<Recognition> {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-speech-'))
    try {
      const path = join(folder, 'piece.wav')
      await writeFile(path, piece.audio, { mode: 0o600 })
      const printed = await this.#run(JSON.stringify(questionAbout(piece, path)), signal)

      const { language, words } = readAnswer(answerShape, parse(printed))
      return { language: language ? languageTag(language) : null, words: placeWords(words, piece) }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async #run(question: string, signal: AbortSignal): Promise<string> {
    if (signal.aborted) throw new SpeechFailure('ABORTED', 'stopped before it began')

    const { command, timeoutMs } = this.#settings
    const [program = '', ...args] = command
    // The program gets a process group of its own, so that processes which it starts can be ended with it.
    const child = spawn(program, args, { env: environmentForChildren(), detached: true, windowsHide: true })
    const outOfTime = AbortSignal.timeout(timeoutMs)
    const ending = AbortSignal.any([signal, outOfTime])
    const end = () => {
      killGroup(child)
      // A process that has left the group may hold the pipes open for ever.
      child.stdout.destroy()
      child.stderr.destroy()
    }
    ending.addEventListener('abort', end, { once: true })
    // When a program ends without reading its input, the write fails with a broken pipe; its exit code says more.
    child.stdin.on('error', () => {})
    child.stdin.end(question)

    try {
      const { code, stdout, complaint } = await finished(child)
      if (signal.aborted) throw new SpeechFailure('ABORTED', 'stopped with its job')
      if (outOfTime.aborted) throw new SpeechFailure('TIMED_OUT', `no answer in ${timeoutMs} ms`)
      if (code === 0) return stdout
      throw new SpeechFailure(MEANINGS[code ?? -1] ?? 'ENGINE_FAILED', `ended with ${code}: ${complaint}`)
    } finally {
      ending.removeEventListener('abort', end)
      killGroup(child)
    }
  }
}

/**
 * The name of the program, or of the script that an interpreter runs. Other arguments are left out, because people read the label
 * and an argument may be a key.
 */
function labelOf([program = '', script = '']: readonly string[]): string {
  return basename(/\.[a-z]{1,4}$/.test(script) ? script : program)
}

function questionAbout({ startMs, endMs, hints, languages, speakers }: SpeechPiece, path: string) {
  const audio = { path, type: 'audio/wav', sampleRateHertz: 16_000, channels: 1 }
  return { version: 1, audio, lengthMs: endMs - startMs, hints, languages, speakers: speakers ?? null }
}

function parse(printed: string): unknown {
  try {
    return parseJson(printed)
  } catch {
    throw new SpeechFailure('NONSENSE', 'the program did not print JSON')
  }
}

function finished(child: ChildProcess): Promise<{ code: number | null; stdout: string; complaint: string }> {
  const stdout: Buffer[] = []
  let bytes = 0
  let stderr = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > STDOUT_BYTES_MAX) killGroup(child)
    else stdout.push(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-COMPLAINT_LENGTH_MAX)
  })

  return new Promise((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new SpeechFailure('NOT_SET_UP', 'the program of SPEECH_COMMAND cannot be started', { cause })),
    )
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString(), complaint: stderr.trim() }),
    )
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // No process of the group is left.
  }
}

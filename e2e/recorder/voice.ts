import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { mayUseApt } from '../../scripts/setup/programs.mjs'

export const rate = 16_000
const folder = resolve(import.meta.dirname, '../../test-results/voice')

const sentences = [
  'We had an orchard behind the house, and every autumn the whole family came to pick the apples.',
  'My grandmother kept the money for the ship in a tin that smelled of cinnamon.',
]

/**
 * A WAV file of a person who speaks with pauses, for the fake microphone, which plays it in a loop. It is spoken by flite; only
 * where `npm test` cannot install that, a buzz with the rhythm of syllables takes its place.
 */
export function voiceFile(): string {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'voice.wav')
  if (existsSync(path)) return path

  const silence = new Int16Array(rate * 1.5)
  const spoken = sentences.flatMap((text, index) => [speak(text, index), silence])
  writeFileSync(path, wav(join16(spoken)))
  return path
}

/** The samples of a 16-bit mono WAV file, from -1 to 1. */
export function samplesOf(path: string): Float32Array {
  const bytes = readFileSync(path)
  const data = bytes.indexOf('data') + 8
  const samples = new Float32Array((bytes.length - data) >> 1)
  for (let index = 0; index < samples.length; index += 1)
    samples[index] = bytes.readInt16LE(data + index * 2) / 32_768
  return samples
}

function speak(text: string, index: number): Int16Array {
  const path = join(folder, `sentence-${index}.wav`)
  try {
    execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', path], { stdio: 'ignore' })
    return Int16Array.from(samplesOf(path), (sample) => sample * 32_767)
  } catch (error) {
    if (mayUseApt()) throw new Error('flite is missing, though `npm test` installs it here', { cause: error })
    return buzz(text.length / 15)
  }
}

function buzz(seconds: number): Int16Array {
  return Int16Array.from({ length: Math.round(rate * seconds) }, (_, index) => {
    const at = index / rate
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.2 * at))
    return 12_000 * syllable * Math.sign(Math.sin(2 * Math.PI * 140 * at))
  })
}

function join16(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}

function wav(samples: Int16Array): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.byteLength, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.byteLength, 40)
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)])
}

import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { asWebm, canSpeak, lengthMs, record, type Scene } from '../testing/spoken.ts'
import { newPath, probeWithFfprobe, testMedia, torn } from '../testing/test-media.ts'
import { cutIntoPieces, PIECE_MS_MAX, piecesOf } from './pieces.ts'
import { extractPiece, measureVoice } from './sound.ts'
import { FRAME_MS, type Voice } from './voice-meter.ts'

const signal = new AbortController().signal
const orchard =
  'We had an orchard behind the house, and every autumn the whole family came to pick the apples.'
const cinnamon = 'My grandmother kept the money for the ship in a tin that smelled of cinnamon.'
const pause = (seconds: number): Scene => ({ seconds, of: 'silence' })

async function written(bytes: string | Uint8Array, extension: string): Promise<string> {
  const file = newPath(extension)
  await writeFile(file, bytes)
  return file
}

/** Somebody who talks for this many hours, with a breath of half a second after every four seconds of speech. */
function endlessTalk(hours: number): Voice {
  const frames = (hours * 3_600_000) / FRAME_MS
  const isSpeech = (frame: number) => (frame * FRAME_MS) % 4_500 < 4_000
  return {
    loudness: Array.from({ length: frames }, (_, frame) =>
      isSpeech(frame) ? -25 + 10 * Math.sin(frame / 5) : -80,
    ),
    voiced: Array.from({ length: frames }, (_, frame) => isSpeech(frame)),
  }
}

it('ten hours in which nobody stops to talk are pieces that every engine takes, and nothing is left out', () => {
  const hours = 10

  const pieces = piecesOf(endlessTalk(hours), PIECE_MS_MAX)

  expect(pieces[0]?.startMs).toBe(0)
  expect(hours * 3_600_000 - (pieces.at(-1)?.endMs ?? 0)).toBeLessThan(1_000)
  for (const [index, { startMs, endMs }] of pieces.entries()) {
    expect(endMs - startMs).toBeLessThanOrEqual(PIECE_MS_MAX)
    if (index > 0) expect(startMs).toBe(pieces[index - 1]?.endMs)
  }
})

describe.skipIf(!canSpeak).concurrent('cutting a recording into pieces', () => {
  it('finds the two who speak, and not the long silence between them', async () => {
    const talk = await record([
      pause(7),
      { voice: 'slt', text: orchard },
      pause(12),
      { voice: 'rms', text: cinnamon },
    ])

    const pieces = await cutIntoPieces(talk.file, signal)

    expect(pieces).toHaveLength(2)
    for (const [index, scene] of [talk.scenes[1], talk.scenes[3]].entries()) {
      expect(Math.abs((pieces[index]?.startMs ?? 0) - (scene?.startMs ?? 0))).toBeLessThan(500)
      expect(Math.abs((pieces[index]?.endMs ?? 0) - (scene?.endMs ?? 0))).toBeLessThan(500)
    }
  })

  it.each(['silence', 'hiss', 'beep'] as const)('finds nobody in a recording of %s', async (of) => {
    const { file } = await record([{ seconds: 12, of }])

    expect(await cutIntoPieces(file, signal)).toEqual([])
  })

  it.each(['fan', 'beep'] as const)('finds nobody in a %s that begins and ends', async (of) => {
    const { file } = await record([pause(6), { seconds: 5, of }, pause(6)])

    expect(await cutIntoPieces(file, signal)).toEqual([])
  })

  it('cuts a long talk in its longest pauses, without overlap, always in the same places', async () => {
    const sentence = { voice: 'awb', text: orchard } as const
    const after = (index: number) => pause(index % 4 === 1 ? 1.2 : 0.5)
    const talk = await record(Array.from({ length: 14 }, (_, index) => (index % 2 ? after(index) : sentence)))

    const pieces = await cutIntoPieces(talk.file, signal, 20_000)

    expect(pieces.length).toBeGreaterThan(1)
    expect(Math.max(...pieces.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(20_000)
    const long = talk.scenes.filter((_, index) => index % 4 === 1)
    for (const [index, { startMs }] of pieces.slice(1).entries()) {
      expect(startMs).toBe(pieces[index]?.endMs)
      expect(long.some((one) => one.startMs < startMs && startMs < one.endMs)).toBe(true)
    }
    expect(await cutIntoPieces(talk.file, signal, 20_000)).toEqual(pieces)
  })

  it('cuts somebody who never pauses all the same', async () => {
    const text = Array.from({ length: 12 }, () => 'and then we went over the hill to the sea').join(' ')
    const { file } = await record([{ voice: 'slt', text }])

    const pieces = await cutIntoPieces(file, signal, 15_000)

    expect(await lengthMs(file)).toBeGreaterThan(18_000)
    expect(pieces.length).toBeGreaterThan(1)
    expect(Math.max(...pieces.map(({ startMs, endMs }) => endMs - startMs))).toBeLessThanOrEqual(15_000)
  })

  it('keeps the recording’s clock where the sound begins later than the picture', async () => {
    const talk = await record([{ voice: 'slt', text: cinnamon }])

    const [piece] = await cutIntoPieces(await asWebm(talk.file, 3), signal)

    expect(piece?.startMs).toBeGreaterThan(2_600)
    expect(piece?.startMs).toBeLessThan(3_400)
  })

  it('packs a piece as each engine wants it', async () => {
    const talk = await record([pause(2), { voice: 'slt', text: orchard }])
    const file = await asWebm(talk.file)
    const piece = { startMs: 2_500, endMs: 4_000 }

    const wav = Buffer.from(await extractPiece(file, piece, 'wav', signal))
    const webm = await extractPiece(file, piece, 'webm', signal)

    expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
    expect(wav.readUInt32LE(4)).toBe(wav.length - 8)
    expect([wav.readUInt16LE(22), wav.readUInt32LE(24)]).toEqual([1, 16_000])
    expect(await lengthMs(await written(wav, 'wav'))).toBe(1_500)
    const heard = await measureVoice(await written(webm, 'webm'), signal)
    expect(Math.abs(heard.loudness.length * FRAME_MS - 1_500)).toBeLessThan(60)
    expect(await probeWithFfprobe(await written(webm, 'webm'))).toMatchObject({ codecs: ['opus'] })
  })

  it('gets what is there out of a recording that was torn off', async () => {
    const talk = await record([{ voice: 'slt', text: `${orchard} ${cinnamon}` }])

    const [piece] = await cutIntoPieces(await torn(await asWebm(talk.file)), signal)

    expect(piece?.endMs).toBeGreaterThan(3_000)
  })

  it('says that a film has no sound, and that bytes are no film', async () => {
    await expect(cutIntoPieces(await testMedia.webmWithoutSound(1), signal)).rejects.toMatchObject({
      code: 'NO_SOUND',
      retryable: false,
    })
    for (const bytes of ['', 'a letter that somebody called a film']) {
      const file = await written(bytes, 'webm')
      await expect(cutIntoPieces(file, signal)).rejects.toMatchObject({ code: 'UNREADABLE' })
    }
    await expect(cutIntoPieces(newPath('webm'), signal)).rejects.toMatchObject({ code: 'UNREADABLE' })
  })

  it('does not call a recording unreadable, which nobody tries again, because it cannot be opened just now', async () => {
    const away = `${await written('not a folder', 'webm')}/talk.webm`
    await expect(extractPiece(away, { startMs: 0, endMs: 1_000 }, 'wav', signal)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
      retryable: true,
    })
  })

  it('ends with the job that asked for it', async () => {
    const { file } = await record([{ voice: 'slt', text: orchard }])

    await expect(cutIntoPieces(file, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

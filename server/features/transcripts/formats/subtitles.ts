import { type TranscriptWord, textOf } from '#contract/transcript-words.ts'
import type { Talk, TranscriptDocument } from './document.ts'

/** Two lines of 42 letters and 7 seconds: what can be read while it is said (BBC and Netflix guides agree). */
const LETTERS_MAX = 84
const CUE_MS_MAX = 7_000
/** Players do not show a cue without duration. */
const CUE_MS_MIN = 200

type Cue = { startMs: number; endMs: number; speaker: string; text: string }

/** SubRip: numbered cues, times with a comma. */
export function toSrt(document: TranscriptDocument): string {
  const cues = cuesOf(document).map(
    ({ startMs, endMs, speaker, text }, index) =>
      `${index + 1}\n${time(startMs, ',')} --> ${time(endMs, ',')}\n${speaker ? `${speaker}: ` : ''}${withoutArrow(text)}\n`,
  )
  return cues.join('\n')
}

/** WebVTT (https://www.w3.org/TR/webvtt1/): speakers as voice spans, all text escaped. */
export function toVtt(document: TranscriptDocument): string {
  const cues = cuesOf(document).map(({ startMs, endMs, speaker, text }) => {
    const voice = speaker ? `<v ${escapeVtt(speaker)}>` : ''
    return `${time(startMs, '.')} --> ${time(endMs, '.')}\n${voice}${escapeVtt(text)}\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

function cuesOf({ talks }: TranscriptDocument): Cue[] {
  const cues = talks.flatMap(cuesOfTalk)
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY
    const shortest = Math.min(cue.startMs + CUE_MS_MIN, Math.max(next, cue.startMs + 1))
    return { ...cue, endMs: Math.max(cue.endMs, shortest) }
  })
}

function cuesOfTalk({ speaker, words }: Talk): Cue[] {
  const cues: TranscriptWord[][] = []
  for (const word of words) {
    const current = cues.at(-1)
    const first = current?.[0]
    const isFull =
      first && (textOf([...current, word]).length > LETTERS_MAX || word.endMs - first.startMs > CUE_MS_MAX)
    if (!current || isFull) cues.push([word])
    else current.push(word)
  }
  return cues.map((said) => ({
    speaker,
    startMs: said[0]?.startMs ?? 0,
    endMs: said.at(-1)?.endMs ?? 0,
    text: textOf(said),
  }))
}

function time(ms: number, point: ',' | '.'): string {
  const part = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const hms = [part(ms / 3_600_000, 2), part((ms / 60_000) % 60, 2), part((ms / 1000) % 60, 2)].join(':')
  return `${hms}${point}${part(ms % 1000, 3)}`
}

const withoutArrow = (text: string) => text.replaceAll('-->', '→')

function escapeVtt(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ')
}

import type { TranscriptLine } from '#contract/transcript-lines.ts'
import type { WordPlace } from './line-actions.ts'

export type Move = 'word before' | 'word after' | 'line before' | 'line after' | 'line start' | 'line end'

const moves: Record<string, Move> = {
  ArrowLeft: 'word before',
  ArrowRight: 'word after',
  ArrowUp: 'line before',
  ArrowDown: 'line after',
  Home: 'line start',
  End: 'line end',
}

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The move that a key makes from a word; null for other keys. */
export function placeOfKey(key: string, isRightToLeft: boolean): Move | null {
  const meant = isRightToLeft ? (mirrored[key] ?? key) : key
  return Object.hasOwn(moves, meant) ? (moves[meant] ?? null) : null
}

/** The word that a move leads to; null at either end. A line without words counts as one place. */
export function moveWord(
  lines: readonly TranscriptLine[],
  { lineId, word }: WordPlace,
  move: Move,
): WordPlace | null {
  const at = lines.findIndex((line) => line.id === lineId)
  const line = lines[at]
  if (!line) return null
  const place = (target: TranscriptLine | undefined, index: number): WordPlace | null =>
    target ? { lineId: target.id, word: Math.min(Math.max(index, 0), lastWord(target)) } : null
  switch (move) {
    case 'word before':
      return word > 0 ? place(line, word - 1) : place(lines[at - 1], Number.POSITIVE_INFINITY)
    case 'word after':
      return word < lastWord(line) ? place(line, word + 1) : place(lines[at + 1], 0)
    case 'line before':
      return place(lines[at - 1], word)
    case 'line after':
      return place(lines[at + 1], word)
    case 'line start':
      return place(line, 0)
    case 'line end':
      return place(line, Number.POSITIVE_INFINITY)
  }
}

const lastWord = (line: TranscriptLine) => Math.max(0, line.words.length - 1)

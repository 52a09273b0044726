import type { RecognisedWord, Stretch } from '../../speech/speech.ts'

/** So much of what was heard before is heard again by engines that tell speakers apart. */
export const OVERLAP_MS = 8_000
/** Two names mean one person where they agree on so much speech, and on most of what either said there. */
const AGREED_MS_MIN = 500
const AGREED_SHARE = 0.6

/** Which of the transcript's speakers an engine's names are: name in this piece -> key. */
export type SpeakerKeys = Record<string, string>

export type HeardBefore = {
  /** Who said what at the end of the piece before, by the transcript's own keys. */
  words: readonly (Stretch & { speaker: string })[]
  /** Every key that the transcript has by now. */
  keys: readonly string[]
}

/** Where a piece is listened to from, so that its beginning can be compared with what was heard before. */
export function listenFrom(piece: Stretch, before: Stretch | null, pieceMsMax: number): number {
  if (!before) return piece.startMs
  const from = Math.max(before.startMs, before.endMs - OVERLAP_MS, piece.endMs - pieceMsMax)
  return from < before.endMs ? Math.min(from, piece.startMs) : piece.startMs
}

/**
 * Joins the speakers of one piece to those of the transcript. An engine counts its speakers anew in each piece, so a name
 * is only taken for a known speaker where both were heard saying the same words, or where the family has said how many
 * people speak and there is one left to be. Everybody else is kept apart, as somebody new; a person can merge them.
 * @param words of the piece and of what was heard again before it
 * @param people how many speak, where that is known
 */
export function joinSpeakers(
  words: readonly RecognisedWord[],
  before: HeardBefore,
  people: number | undefined,
): SpeakerKeys {
  const names = [...new Set(words.map(({ speaker }) => speaker))].filter((name) => name !== null)
  const joined = joinByWords(words, names, before)
  const rest = names.filter((name) => !joined.has(name))
  const free = before.keys.filter((key) => ![...joined.values()].includes(key))

  const [name, key] = [rest[0], free[0]]
  const isOnlyChoice = rest.length === 1 && free.length === 1 && before.keys.length === people
  if (isOnlyChoice && name !== undefined && key !== undefined) {
    return Object.fromEntries(joined.set(name, key))
  }

  const taken = new Set(before.keys)
  for (const added of rest) {
    let number = taken.size + 1
    while (taken.has(String(number))) number += 1
    taken.add(String(number))
    joined.set(added, String(number))
  }
  return Object.fromEntries(joined)
}

/** By name: an engine may call somebody as a property of every object is called. */
function joinByWords(
  words: readonly RecognisedWord[],
  names: string[],
  before: HeardBefore,
): Map<string, string> {
  const pairs = names
    .flatMap((name) =>
      before.keys.map((key) => {
        const [said, known] = [
          words.filter((word) => word.speaker === name),
          before.words.filter((word) => word.speaker === key),
        ]
        return { name, key, agreedMs: bothMs(said, known), saidMs: bothMs(said, before.words) }
      }),
    )
    .filter(({ agreedMs, saidMs }) => agreedMs >= AGREED_MS_MIN && agreedMs >= saidMs * AGREED_SHARE)
    .sort((one, other) => other.agreedMs - one.agreedMs)

  const joined = new Map<string, string>()
  for (const { name, key } of pairs) {
    if (!joined.has(name) && ![...joined.values()].includes(key)) joined.set(name, key)
  }
  return joined
}

/** How long both were speaking at the same time. */
function bothMs(one: readonly Stretch[], other: readonly Stretch[]): number {
  let sum = 0
  for (const a of one) {
    for (const b of other) sum += Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))
  }
  return sum
}

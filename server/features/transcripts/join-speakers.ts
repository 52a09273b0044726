import type { RecognisedWord, Stretch } from '../../speech/speech.ts'

/** Engines that tell speakers apart are sent this much of the previous piece again, so that speakers can be matched. */
export const OVERLAP_MS = 8_000
/**
 * Two names are taken for one person if they speak at the same time for at least this long, and if that is at least
 * this share of all that the new name says in the overlap.
 */
const AGREED_MS_MIN = 500
const AGREED_SHARE = 0.6

/** Maps the engine's name for a speaker in one piece to the speaker's key in the transcript. */
export type SpeakerKeys = Record<string, string>

export type HeardBefore = {
  /** The words of the previous piece, with the transcript's own speaker keys. */
  words: readonly (Stretch & { speaker: string })[]
  /** Every speaker key that the transcript has so far. */
  keys: readonly string[]
}

/**
 * Where recognition of a piece starts: so far before the piece that its speakers can be matched with those of the
 * previous one, but no earlier than the engine's longest piece allows.
 */
export function listenFrom(piece: Stretch, before: Stretch | null, pieceMsMax: number): number {
  if (!before) return piece.startMs
  const from = Math.max(before.startMs, before.endMs - OVERLAP_MS, piece.endMs - pieceMsMax)
  return from < before.endMs ? Math.min(from, piece.startMs) : piece.startMs
}

/**
 * Matches the speakers of one piece with those of the transcript. An engine numbers its speakers anew in each piece, so
 * a name is matched with a known speaker only where both were heard saying the same words, or where the family has said
 * how many people speak and exactly one name and one speaker are left. Every other name becomes a new speaker; a person
 * can merge them.
 * @param words of the piece and of the overlap before it
 * @param people how many people speak, where that is known
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

/** Returns a Map because an engine may use a name like `constructor`, which every object has as a property. */
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

/** For how many milliseconds the words of both lists overlap in time. */
function bothMs(one: readonly Stretch[], other: readonly Stretch[]): number {
  let sum = 0
  for (const a of one) {
    for (const b of other) sum += Math.max(0, Math.min(a.endMs, b.endMs) - Math.max(a.startMs, b.startMs))
  }
  return sum
}

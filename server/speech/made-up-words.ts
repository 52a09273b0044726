import type { RecognisedWord, Stretch } from './speech.ts'

/** Engines place words up to this far from where they were said. */
const NEAR_MS = 350
const PHRASE_WORDS_MAX = 12
/** People do repeat a word or two; a phrase that occurs more often than this in a row comes from an engine in a loop. */
const SAME_WORD_MAX = 7
const SAME_PHRASE_MAX = 4
/** Several words in a row without a duration are words that an engine made up at the end of a window. */
const TIMELESS_MS = 10
const TIMELESS_MAX = 3

/**
 * Leaves out what nobody has said: words where nobody speaks, words without a duration, and what an engine repeats without end, of
 * which one occurrence is kept.
 */
export function withoutMadeUp(words: RecognisedWord[], voice: readonly Stretch[]): RecognisedWord[] {
  return withoutLoops(withoutTimeless(words.filter((word) => isNear(word, voice))))
}

function isNear({ startMs, endMs }: Stretch, voice: readonly Stretch[]): boolean {
  return voice.some((one) => startMs < one.endMs + NEAR_MS && endMs > one.startMs - NEAR_MS)
}

function withoutTimeless(words: RecognisedWord[]): RecognisedWord[] {
  const isTimeless = (word: RecognisedWord | undefined) => word && word.endMs - word.startMs <= TIMELESS_MS
  return words.filter((word, index) => {
    if (!isTimeless(word)) return true
    let [first, last] = [index, index]
    while (isTimeless(words[first - 1])) first -= 1
    while (isTimeless(words[last + 1])) last += 1
    return last - first < TIMELESS_MAX
  })
}

function withoutLoops(words: RecognisedWord[]): RecognisedWord[] {
  const spoken = words.map(({ text }) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const kept: RecognisedWord[] = []
  let at = 0
  while (at < words.length) {
    const loop = loopAt(spoken, at)
    const taken = loop?.phrase ?? 1
    kept.push(...words.slice(at, at + taken))
    at += loop ? loop.phrase * loop.times : 1
  }
  return kept
}

/**
 * The length in words of a phrase that repeats from here on, and how often it occurs, where that is more often than people repeat
 * themselves; otherwise null.
 */
function loopAt(spoken: string[], at: number): { phrase: number; times: number } | null {
  for (let phrase = 1; phrase <= PHRASE_WORDS_MAX; phrase += 1) {
    let times = 1
    while (isSame(spoken, at, at + phrase * times, phrase)) times += 1
    if (times > (phrase === 1 ? SAME_WORD_MAX : SAME_PHRASE_MAX)) return { phrase, times }
  }
  return null
}

function isSame(spoken: string[], one: number, other: number, count: number): boolean {
  if (other + count > spoken.length) return false
  for (let index = 0; index < count; index += 1)
    if (spoken[one + index] !== spoken[other + index]) return false
  return true
}

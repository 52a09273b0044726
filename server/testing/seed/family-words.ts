/*
 * Text shaped like real talk: a few words are very frequent and most are very rare (Zipf), in several forms, the same in every run.
 */
const said =
  'the and to a of was in it i we that he she they my had on for you with at were but so her his there not as be have then all this from when one out up me by what or would who our some about like if no very did do said went came got little old big house home mother father brother sister war school work day night year time people church farm river town street bread winter summer train horse letter money wedding baby kitchen garden doctor uncle aunt grandmother grandfather'.split(
    ' ',
  )
const syllables = 'ba ne mo ri ta lu sho ver gan del ki po stra fen ol ar est in um har'.split(' ')
const endings = ['', '', 's', 'ing', 'ed', 'er', 'ly', 'ness']
export const firstNames =
  'Magdalena Boris Elena Wilhelmina Anatole Rosalind Theodore Yevgenia Hildegard Santiago Marguerite Ezekiel Cordelia Bartholomew Philippa Giovanni Ingeborg Sebastian Leokadia Augustin Beatrice Konstantin Seraphina Maximilian Eleonora'.split(
    ' ',
  )

export const lastNames =
  'Petrova Amadi Lindqvist Okafor Marchetti Novak Achterberg Castellano Fitzgerald Yamamoto'.split(' ')

/** That many different words, the most frequent ones first. */
export function vocabularyOf(size: number): string[] {
  const words = new Set(said)
  for (let seed = 1; words.size < size; seed += 1) {
    let state = Math.imul(seed, 2_654_435_761) >>> 0
    let word = ''
    for (let count = 2 + (state % 3); count > 0; count -= 1) {
      state = Math.imul(state ^ (state >>> 15), 2_246_822_519) >>> 0
      word += syllables[state % syllables.length]
    }
    words.add(word + endings[(state >>> 8) % endings.length])
  }
  return [...words]
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A sentence of 10 to 23 words. */
export function sentenceOf(words: readonly string[], random: () => number): string {
  const scale = Math.log(words.length)
  const count = 10 + Math.floor(random() * 14)
  const spoken = Array.from(
    { length: count },
    () => words[Math.floor(Math.exp(random() * scale)) - 1] ?? 'the',
  )
  return `${spoken.join(' ')}.`
}

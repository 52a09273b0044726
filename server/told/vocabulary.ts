import { sql } from 'kysely'
import { plainWord, type TranscriptWord } from '#contract/transcript-words.ts'
import type { Tx } from '../db/actor.ts'

/** The stem of a word in a language; null for words that occur in every sentence (stop words). */
export type Vocabulary = (word: string, language: string | null) => string | null

/** Engines that do not report a language mostly know English alone. */
export const isEnglish = (language: string | null) => language === null || /^en\b/i.test(language)

/** A word as dictionaries have it: in lower case, with its accents, without punctuation around it. */
export function bareWord(text: string): string {
  const small = text.normalize('NFC').toLowerCase()
  return small.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, '')
}

const words = (written: string) => new Set(written.split(/\s+/).map(plainWord))

/** Words that people say while they think and tell. Dictionaries count them among the words with a meaning. */
const FILLERS = words(
  `about across after again all along also always among and another any anything around away back because been
  before behind being beside both but came can't come could couldn't day days did didn't does doesn't don't down
  each even ever every everybody everything few first for from gave get getting give go goes going gone gonna
  good got great had hadn't has have haven't her here him his how i'd i'll i'm i've inside into isn't it's its
  just kind knew know last left let like little long look looked lot made make many maybe mean might more most
  much must near never new next not nothing now off old once one only onto other our out outside over own past
  people put quite really remember right round said same saw say see she should since some somebody something
  sometimes sort still such take tell than that that's their them then there there's these they thing things
  think this those though thought three time times told too took toward towards two until upon use used very
  want wanted was wasn't way well went were weren't what when where which while who why will with without would
  wouldn't yeah year years yes yet you your`,
)
export const isFiller = (word: string) => FILLERS.has(plainWord(word))

/** Words that stand before a noun and hardly ever before a verb. Not 'to', which stands before both: "to school", "to walk". */
const BEFORE_THINGS = words(
  `a an another at every four from her his in its many most my no of on one other our own some the their this three two
  with without your`,
)
/**
 * Past forms of verbs that do not show it in their ending. Left out are forms that are also a noun or a name, such as 'rose' and
 * 'saw'.
 */
const DONE = words(
  `ate became began begun bought broke broken brought built burnt caught chose clung crept dealt drank drew driven
  drove dug eaten fallen fed fell fled flew forgave forgot forgotten fought froze frozen given grew grown heard held
  hid hidden kept knelt known laid learnt led left lent lit lost meant met paid ran rang read ridden risen rode sang
  sank sat sent shook shot shown slept slid sold spat spent spoke spoken spread stole stolen stood stuck stung sung
  swam swept swore taken taught threw thrown tore torn understood woke woken won wore worn wove written wrote`,
)

/**
 * Whether an English word tells what was done ("walked", "she was baking") rather than naming a thing ("the wedding", "a large
 * wedding").
 *
 * @param before the two words before it, the nearer one last
 */
export function isDoing(word: string, before: readonly string[]): boolean {
  const [farther = '', nearer = ''] = [before.at(-2), before.at(-1)]
  if (/[aeiouy].*ing$/.test(word)) return !BEFORE_THINGS.has(nearer) && !BEFORE_THINGS.has(farther)
  return (/[aeiouy].*[^e]ed$/.test(word) || DONE.has(word)) && !BEFORE_THINGS.has(nearer)
}

/**
 * Loads stems from the database's own dictionaries for the languages that it knows; in other languages every word is its own stem.
 */
export async function loadVocabulary(
  tx: Tx,
  lines: readonly { language: string | null; words: readonly TranscriptWord[] }[],
): Promise<Vocabulary> {
  const languages = new Map<string, Map<string, string | null>>()
  for (const [tag, told] of Map.groupBy(lines, ({ language }) => tagOf(language))) {
    const words = new Set(told.flatMap((line) => line.words.map(({ text }) => bareWord(text))))
    const { rows } = await sql<{ word: string; stem: string | null }>`
      select word, (ts_lexize(
        case app.search_language(${tag}) when 'simple'::regconfig then 'simple'
          else app.search_language(${tag})::text || '_stem' end::regdictionary, word))[1] as stem
      from unnest(${[...words]}::text[]) word`.execute(tx)
    languages.set(tag, new Map(rows.map(({ word, stem }) => [word, stem])))
  }
  return (word, language) => languages.get(tagOf(language))?.get(word) ?? null
}

const tagOf = (language: string | null) => (isEnglish(language) ? 'en' : (language ?? 'en'))

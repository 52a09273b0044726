import { sql } from 'kysely'
import { plainWord, type TranscriptWord } from '#contract/transcript-words.ts'
import type { Tx } from '../db/actor.ts'

/** The stem of a word in a language; null for words that every sentence has. */
export type Vocabulary = (word: string, language: string | null) => string | null

/** Engines that do not tell a language are mostly made for English alone. */
export const isEnglish = (language: string | null) => language === null || /^en\b/i.test(language)

/** A word as dictionaries know it: small letters, its accents, nothing around it. */
export function bareWord(text: string): string {
  const small = text.normalize('NFC').toLowerCase()
  return small.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').replace(/['’]s$/, '')
}

/** What people say while they think and tell; dictionaries count it as words with a meaning. */
const FILLERS = new Set(
  `about after again all also always and another any anything around away back because been before being both but came
  can't come could couldn't day days did didn't does doesn't don't down each even ever every everybody everything few
  first for from gave get getting give go goes going gone gonna good got great had hadn't has have haven't her here him
  his how i'd i'll i'm i've into isn't it's its just kind knew know last left let like little long look looked lot made
  make many maybe mean might more most much must never new next not nothing now off old once one only other our out over
  own people put quite really remember right said same saw say see she should since some somebody something sometimes
  sort still such take tell than that that's their them then there there's these they thing things think this those
  though thought three time times told too took two until upon use used very want wanted was wasn't way well went were
  weren't what when where which while who why will with without would wouldn't yeah year years yes yet you your`
    .split(/\s+/)
    .map(plainWord),
)
export const isFiller = (word: string) => FILLERS.has(plainWord(word))

/** The database's own dictionaries, for the languages that it knows; in others every word is its own stem. */
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

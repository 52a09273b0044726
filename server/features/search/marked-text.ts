import { sql } from 'kysely'
import type { MarkedText } from '#contract/search.ts'
import type { Tx } from '../../db/actor.ts'
import type { Term } from './query.ts'

/** About two lines on a screen. */
const SHOWN = 220
const BEFORE = 70

/** In scripts without spaces every character counts as a word, as in app.search_words. */
const single = '\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u9fff'
const word = new RegExp(`[${single}]|(?:(?![${single}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')

export type Said = { said: string; language: string | null }
/** Marks the words that were searched for, in one of the texts that the marker was made for. */
export type Marker = (said: string, language: string | null) => MarkedText

/**
 * Asks the database, which knows stems and accents, which words of these texts match the search: in one query for all texts, with
 * each word once per language.
 */
export async function markerOf(tx: Tx, terms: readonly Term[], texts: readonly Said[]): Promise<Marker> {
  const byLanguage = new Map<string, Set<string>>()
  for (const { said, language } of texts) {
    const words = byLanguage.get(language ?? '') ?? new Set()
    byLanguage.set(language ?? '', words)
    for (const [found] of said.matchAll(word)) words.add(found)
  }
  if (byLanguage.size === 0) return (text) => ({ text, marks: [] })

  const spoken = [...byLanguage].map(([language, words]) => ({ language, words: [...words] }))
  const { rows } = await sql<{ language: string; words: string[] }>`
    select t.language, app.asked_among(t.words, t.language, ${JSON.stringify(terms)}::jsonb) as words
    from jsonb_to_recordset(${JSON.stringify(spoken)}::jsonb) t (language text, words text[])
  `.execute(tx)
  const asked = new Map(rows.map((row) => [row.language, new Set(row.words)]))

  return (text, language) => ({
    text,
    marks: [...text.matchAll(word)]
      .filter(([found]) => asked.get(language ?? '')?.has(found))
      .map(({ index, 0: found }) => [index, index + found.length]),
  })
}

/** A short excerpt around the first mark: its paragraph, cut between words where that is too long. */
export function excerptOf(marked: MarkedText): MarkedText {
  const { text, marks } = paragraphOf(marked)
  if (text.length <= SHOWN) return { text, marks }
  const first = marks[0]?.[0] ?? 0
  const from = first <= BEFORE ? 0 : wordStart(text, first - BEFORE, first)
  const to = from + SHOWN >= text.length ? text.length : wordEnd(text, from + SHOWN)
  const part = cut({ text, marks }, from, to)
  const before = from > 0 ? '… ' : ''
  return {
    text: `${before}${part.text}${to < text.length ? ' …' : ''}`,
    marks: part.marks.map(([start, end]) => [start + before.length, end + before.length]),
  }
}

function paragraphOf(marked: MarkedText): MarkedText {
  const first = marked.marks[0]?.[0] ?? 0
  const end = marked.text.indexOf('\n', first)
  return cut(marked, marked.text.lastIndexOf('\n', first) + 1, end < 0 ? marked.text.length : end)
}

function cut({ text, marks }: MarkedText, from: number, to: number): MarkedText {
  const inside = marks.filter(([start, end]) => start >= from && end <= to)
  return { text: text.slice(from, to), marks: inside.map(([start, end]) => [start - from, end - from]) }
}

/** Moves a cut behind the next space, but never past the mark, and never between the two halves of a surrogate pair. */
function wordStart(text: string, from: number, mark: number): number {
  const space = text.slice(from, mark).search(/\s/)
  return space < 0 ? wholeSign(text, from) : from + space + 1
}

function wordEnd(text: string, to: number): number {
  const space = text.lastIndexOf(' ', to)
  return space < to - 40 ? wholeSign(text, to) : space
}

function wholeSign(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at
}

import { Fragment } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { type TranscriptWord, textOf } from '#contract/transcript-words.ts'
import { cn } from '../../ui/cn.ts'

/** A word is marked as unsure if the machine's confidence in it is below this. */
const UNSURE_BELOW = 0.6

export type Span = { from: number; to: number }

export type LineWordsProps = {
  line: TranscriptLine
  /** The index of the word that Tab stops at, if it is in this line; there is one in the whole transcript. */
  activeWord: number | null
  marksUnsure: boolean
  finds: readonly Span[]
  currentFind: Span | null
}

/**
 * A line as prose. Its words are plain text; only the active word is a button, so that a transcript is one Tab stop and not sixty
 * thousand.
 */
export function LineWords({ line, activeWord, marksUnsure, finds, currentFind }: LineWordsProps) {
  if (line.words.length === 0) {
    return (
      <span data-word={0} {...stop(activeWord === 0)} className="text-muted italic">
        Nothing is said here
      </span>
    )
  }
  return line.words.map((word, index) => {
    const isUnsure = marksUnsure && isUnsureWord(word)
    return (
      // Words have no ids of their own: a word is its place.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <Fragment key={index}>
        {spaceBefore(line.words, index)}
        <span
          data-word={index}
          {...stop(index === activeWord)}
          {...(isUnsure && index === activeWord ? { 'aria-description': 'The machine was not sure' } : {})}
          className={cn(
            'cursor-pointer rounded-[4px] scroll-mt-(--sticky) scroll-mb-28 hover:bg-foreground/8 data-spoken:bg-primary data-spoken:text-on-primary data-spoken:shadow-[0_0_0_3px_var(--color-primary)]',
            isUnsure && 'underline decoration-warn decoration-dotted decoration-2 underline-offset-[5px]',
            holds(finds, index) &&
              'bg-warn-tint shadow-[inset_0_-2px_0_var(--color-warn)] forced-colors:bg-[Mark] forced-colors:text-[MarkText]',
            currentFind !== null &&
              holds([currentFind], index) &&
              'bg-warn-tint outline-2 outline-warn outline-solid',
          )}
        >
          {word.text}
        </span>
      </Fragment>
    )
  })
}

/** Whether the machine may have misheard the word. Words written by a person have no confidence and are never unsure. */
const isUnsureWord = ({ confidence }: TranscriptWord): boolean =>
  confidence !== null && confidence < UNSURE_BELOW

const stop = (isActive: boolean) => (isActive ? { role: 'button', tabIndex: 0 } : {})

const holds = (spans: readonly Span[], index: number) =>
  spans.some(({ from, to }) => index >= from && index < to)

/** The separator between two words: a space, except in scripts that write none. */
function spaceBefore(words: readonly TranscriptWord[], index: number): string {
  const [before, word] = [words[index - 1], words[index]]
  if (!before || !word) return ''
  return textOf([before, word]).length > before.text.length + word.text.length ? ' ' : ''
}

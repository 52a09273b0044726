import { Fragment } from 'react'
import type { MarkedText } from '#contract/search.ts'

/** A text with the matches highlighted. */
export function Marked({ text, marks }: MarkedText) {
  const ends = [0, ...marks.map(([, end]) => end)]
  return (
    <>
      {marks.map(([start, end], index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <mark className="rounded-sm bg-tint px-0.5 font-semibold text-leaf">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}

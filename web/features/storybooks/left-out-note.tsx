import type { LeftOut } from '#contract/storybook-exports.ts'
import { countOf } from '../../lib/format.ts'

/** How many are named; the rest are counted. */
const NAMED = 12

export type LeftOutNoteProps = {
  leftOut: readonly LeftOut[]
  /** What was made without them: "PDF". */
  thing: string
}

/** Says beside a file of a book which pictures and voices it is without, before anybody prints it, and what helps. */
export function LeftOutNote({ leftOut, thing }: LeftOutNoteProps) {
  const more = leftOut.length - NAMED
  return (
    <div role="alert" className="w-full rounded-card bg-warn-tint p-4 text-warn">
      <p>The {thing} had to be made without these, which could not be found or read:</p>
      <ul className="mt-2 list-disc ps-6 wrap-anywhere">
        {leftOut.slice(0, NAMED).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing in the list ever moves
          <li key={at}>
            <bdi className="font-semibold">{one.name || nameless[one.kind]}</bdi>
            {one.story === '' ? ', on the cover' : ', in '}
            {one.story === '' ? null : <bdi>“{one.story}”</bdi>}
          </li>
        ))}
        {more > 0 ? <li>and {countOf(more, 'other')}</li> : null}
      </ul>
      <p className="mt-2">
        Look for them in their stories. If you have copies, add them there once more: “Update from stories”
        puts them into the book, and “Make it again” into the {thing}.
      </p>
    </div>
  )
}

const nameless: Record<LeftOut['kind'], string> = { picture: 'A picture', voice: 'A recording' }

import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { type Portion, usePortion } from './use-portion.ts'

export type PortionedProps<T> = {
  items: readonly T[]
  /** The end of the list that is rendered first. */
  from?: 'first' | 'last'
  moreLabel?: string
  /** Items that are rendered wherever they are in the list. */
  isSought?: (item: T) => boolean
  children: (drawn: readonly T[]) => ReactNode
}

/** A list that may be long: renders part of it, with a button to render more. */
export function Portioned<T>({ items, from = 'first', moreLabel, isSought, children }: PortionedProps<T>) {
  const { drawn, more } = usePortion(items, from, isSought)
  return (
    <WithMore more={more} from={from} label={moreLabel}>
      {children(drawn)}
    </WithMore>
  )
}

export type WithMoreProps = Pick<Portion<unknown>, 'more'> & {
  from: 'first' | 'last'
  label?: string | undefined
  children: ReactNode
}

/** Puts the "Show more" button at the end where the list continues. */
export function WithMore({ more, from, label = 'Show more', children }: WithMoreProps) {
  const button =
    more === null ? null : (
      <Button variant="outline" className={from === 'first' ? 'mt-4' : 'mb-4'} onClick={more.draw}>
        {label} ({more.left.toLocaleString('en')})
      </Button>
    )
  return (
    <>
      {from === 'last' ? button : null}
      {children}
      {from === 'first' ? button : null}
    </>
  )
}

import { useState } from 'react'
import { sentenceOf } from '../lib/errors.ts'
import { Alert } from './alert.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** The part of an infinite query that the button needs. */
export type PagedList = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => Promise<unknown>
  refetch: (how: { cancelRefetch: boolean }) => Promise<unknown>
}
export type ShowMoreProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'> & {
  list: PagedList
  /** Centres the button, for below cards that stand side by side. */
  isCentred?: boolean
}

/** Loads the next page of a list, or says why that failed; renders nothing when everything has been loaded. */
export function ShowMore({ list, isCentred, variant = 'outline', children, ...look }: ShowMoreProps) {
  const [isAsked, setAsked] = useState(false)
  // Read during rendering: the query only keeps properties up to date that were read then.
  const { isFetching } = list
  if (!list.hasNextPage) return null
  const ask = async () => {
    setAsked(true)
    // Fetching the next page would cancel a running refetch, and its changes would never be seen; so wait for that first.
    if (isFetching) await list.refetch({ cancelRefetch: false })
    await list.fetchNextPage()
    setAsked(false)
  }
  const button = (
    <Button variant={variant} busy={isAsked || list.isFetchingNextPage} onClick={ask} {...look}>
      {children ?? 'Show more'}
    </Button>
  )
  return (
    <>
      {list.isFetchNextPageError ? <Alert className="mt-6">{sentenceOf(list.error)}</Alert> : null}
      {isCentred ? <div className="flex justify-center">{button}</div> : button}
    </>
  )
}

import { useState } from 'react'
import { sentenceOf } from '../lib/errors.ts'
import { Alert } from './alert.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** What it needs to know of a list that comes in pages. */
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
  /** Below cards that stand side by side. */
  isCentred?: boolean
}

/** Brings the next page of a list, or says why it did not come; nothing where everything is there. */
export function ShowMore({ list, isCentred, variant = 'outline', children, ...look }: ShowMoreProps) {
  const [isAsked, setAsked] = useState(false)
  // Read while drawing: what is only read at a press is not kept up to date.
  const { isFetching } = list
  if (!list.hasNextPage) return null
  const ask = async () => {
    setAsked(true)
    // The next page would cancel what is being read anew, and what has changed would stay unseen.
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

import { sentenceOf } from '../lib/errors.ts'
import { Alert } from './alert.tsx'
import { Button, type ButtonProps } from './button.tsx'

/** What it needs to know of a list that comes in pages. */
export type PagedList = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: Error | null
  fetchNextPage: () => unknown
}
export type ShowMoreProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'> & {
  list: PagedList
  /** Below cards that stand side by side. */
  isCentred?: boolean
}

/** Brings the next page of a list, or says why it did not come; nothing where everything is there. */
export function ShowMore({ list, isCentred, variant = 'outline', children, ...look }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  const button = (
    <Button
      variant={variant}
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...look}
    >
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

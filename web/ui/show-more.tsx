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
}

/** Brings the next page of a list, or says why it did not come; nothing where everything is there. */
export function ShowMore({ list, children = 'Show more', variant = 'outline', ...look }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <>
      {list.isFetchNextPageError ? <Alert className="mt-6">{sentenceOf(list.error)}</Alert> : null}
      <Button
        variant={variant}
        busy={list.isFetchingNextPage}
        onClick={() => void list.fetchNextPage()}
        {...look}
      >
        {children}
      </Button>
    </>
  )
}

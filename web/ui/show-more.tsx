import { Button, type ButtonProps } from './button.tsx'

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
export type ShowMoreProps = Pick<ButtonProps, 'variant' | 'size' | 'className' | 'children'> & { list: Paged }

/** Brings the next page of a list; nothing where everything is there. */
export function ShowMore({ list, children = 'Show more', variant = 'outline', ...look }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      variant={variant}
      busy={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
      {...look}
    >
      {children}
    </Button>
  )
}

import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFormState } from './form.tsx'
import { LoadFailure } from './load-failure.tsx'
import { passFocusOn } from './pass-focus-on.ts'
import { SearchField } from './search-field.tsx'
import { type PagedList, ShowMore } from './show-more.tsx'
import { Skeleton } from './skeleton.tsx'
import { SortableList } from './sortable-list.tsx'

type Choice = { id: string }

/** The items on offer, page by page: those matching what was typed, or all. */
export type Offered<Item extends Choice> = PagedList & {
  /** Undefined until the first page has loaded. */
  items: readonly Item[] | undefined
  refetch: () => unknown
}

export type ChooseInOrderProps<Item extends Choice> = {
  /** The title of the list of chosen items. */
  title: string
  /** Shown as long as nothing is chosen. */
  hint: string
  nameOf: (item: Item) => string
  chosen: readonly Item[]
  onChange: (chosen: Item[]) => void
  /** The search text, and the label of its field. */
  typed: string
  onType: (typed: string) => void
  findLabel: string
  offered: Offered<Item>
  /** The title of the list of other items, and what it shows when none is left. */
  othersTitle: string
  noOthers: ReactNode
  /** Why no more can be added; null while some can. */
  full?: string | null
}

/** Chooses items in an order of one's own: the chosen ones, to be sorted and removed, and a search for others to add. */
export function ChooseInOrder<Item extends Choice>(props: ChooseInOrderProps<Item>) {
  const { title, hint, chosen, typed, onType, findLabel, full = null } = props
  const { busy } = useFormState()

  return (
    <fieldset tabIndex={-1} data-choice aria-disabled={busy || undefined} className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold">{title}</legend>
      {chosen.length === 0 ? <p className="text-muted">{hint}</p> : <Chosen {...props} />}
      <SearchField
        label={findLabel}
        value={typed}
        onChange={onType}
        // Enter searches; it must not submit the form.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {full === null ? null : <p className="text-muted">{full}</p>}
      <Others {...props} />
    </fieldset>
  )
}

function Chosen<Item extends Choice>({ title, nameOf, chosen, onChange }: ChooseInOrderProps<Item>) {
  const arrange = async (ids: string[]) =>
    onChange(ids.flatMap((id) => chosen.find((item) => item.id === id) ?? []))

  return (
    <SortableList
      label={title}
      items={chosen}
      nameOf={nameOf}
      className="flex flex-col gap-2"
      itemClassName="flex items-center gap-2 rounded-card bg-tint p-2"
      onArrange={arrange}
    >
      {(item, grip) => (
        <>
          {grip}
          <span dir="auto" className="min-w-0 flex-1 px-2 wrap-anywhere">
            {nameOf(item)}
          </span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Take “${nameOf(item)}” out`}
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget)
              onChange(chosen.filter(({ id }) => id !== item.id))
            }}
          >
            <X aria-hidden="true" />
          </Button>
        </>
      )}
    </SortableList>
  )
}

function Others<Item extends Choice>(props: ChooseInOrderProps<Item>) {
  const { nameOf, chosen, onChange, offered, othersTitle, noOthers, full = null } = props
  if (offered.items === undefined) {
    if (offered.error === null) return <Skeleton className="h-14" />
    return <LoadFailure of={{ ...offered, isLoadingError: true }} />
  }

  const others = offered.items.filter(({ id }) => !chosen.some((item) => item.id === id))
  if (others.length === 0 && !offered.hasNextPage) return noOthers
  return (
    <ul aria-label={othersTitle} className="flex max-h-72 flex-col gap-1 overflow-y-auto">
      {others.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            disabled={full !== null}
            className="flex min-h-12 w-full items-center gap-3 rounded-card px-3 py-2 text-start hover:bg-foreground/6"
            onClick={({ currentTarget }) => {
              passFocusOn(currentTarget)
              onChange([...chosen, item])
            }}
          >
            <Plus size={22} className="shrink-0 text-leaf" aria-hidden="true" />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              <span className="sr-only">Add </span>
              {nameOf(item)}
            </span>
          </button>
        </li>
      ))}
      {offered.hasNextPage ? (
        <li>
          <ShowMore list={offered} variant="ghost" />
        </li>
      ) : null}
    </ul>
  )
}

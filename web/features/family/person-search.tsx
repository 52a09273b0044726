import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { countOf } from '../../lib/format.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { type Findable, findPeople } from './find-people.ts'

export type PersonSearchProps = { label: string; people: Findable[]; onFound: (id: string) => void }

/** A search field that finds people by any part of their names, and namesakes by a year of their lives. */
export function PersonSearch({ label, people, onFound }: PersonSearchProps) {
  const [entered, setEntered] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const { shown: found, more } = useMemo(() => findPeople(people, entered), [people, entered])
  const isOpen = entered.trim() !== ''
  const choose = (person: Findable | undefined) => {
    if (!person) return
    setEntered('')
    setAt(0)
    onFound(person.id)
  }
  const moveTo = (next: number) => {
    setAt(next)
    // The focus stays in the field, so that the browser does not scroll by itself.
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') moveTo(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') moveTo(Math.max(at - 1, 0))
    else if (event.key === 'Enter') choose(found[at])
    else if (event.key === 'Escape') setEntered('')
    else return
    event.preventDefault()
  }

  return (
    <div className="relative min-w-0 flex-1 basis-60 sm:max-w-96">
      <SearchField
        label={label}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen && found[at] ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        value={entered}
        onChange={(typed) => {
          setEntered(typed)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        hidden={!isOpen}
        className="absolute inset-x-0 top-full z-30 mt-1 max-h-96 overflow-y-auto rounded-card border border-border bg-raised p-2 shadow-card"
      >
        {/* Above the list, where it is in sight without scrolling. */}
        <div role="status">
          {found.length === 0 ? <p className="p-3 text-muted">Nobody of that name</p> : null}
          {more > 0 ? (
            <p className="px-3 py-2 text-sm text-muted">
              {found.length} of {countOf(found.length + more, 'person', 'people')}. Add another name or a year
              to find the others.
            </p>
          ) : null}
        </div>
        <div id={listId} role="listbox" aria-label="People found">
          {found.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above (combobox pattern)
            <div
              key={person.id}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => choose(person)}
              className="flex min-h-12 cursor-pointer items-center flex-wrap justify-between gap-x-3 rounded-lg px-3 aria-selected:bg-foreground/8"
            >
              <span className="min-w-0 wrap-anywhere font-semibold">{person.name}</span>
              <span className="shrink-0 text-sm text-muted">{person.detail}</span>
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

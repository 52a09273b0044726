import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { promptCategories } from '#contract/prompt-categories.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Filter, isNarrowed, noFilter } from './use-prompts.ts'

export type LibraryFilterProps = { filter: Filter; onFilter: (filter: Filter) => void }

/** Search, categories and further filters, which are combined with AND. */
export function LibraryFilter({ filter, onFilter }: LibraryFilterProps) {
  const [open, setOpen] = useState(false)
  const further = Number(filter.asked !== null) + Number(filter.show !== 'all')

  return (
    <search className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <SearchField
          className="min-w-0 flex-1 basis-[11rem]"
          label="Search prompts"
          value={filter.search}
          onChange={(search) => onFilter({ ...filter, search })}
        />
        <Button variant="outline" onClick={() => setOpen(true)}>
          <SlidersHorizontal size={20} aria-hidden="true" />
          Filter{further > 0 ? ` (${further})` : ''}
        </Button>
      </div>
      <fieldset
        aria-label="Category"
        className="flex min-w-0 gap-2 max-sm:-mx-4 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 sm:flex-wrap"
      >
        <Chip pressed={filter.category === null} onPress={() => onFilter({ ...filter, category: null })}>
          All
        </Chip>
        {promptCategories.map((category) => (
          <Chip
            key={category}
            pressed={filter.category === category}
            onPress={() => onFilter({ ...filter, category })}
          >
            {category}
          </Chip>
        ))}
      </fieldset>
      <Dialog open={open} onOpenChange={setOpen} title="Filter">
        <FurtherFilters filter={filter} onFilter={onFilter} />
        <DialogActions>
          <Button variant="outline" disabled={!isNarrowed(filter)} onClick={() => onFilter(noFilter)}>
            Clear all
          </Button>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </DialogActions>
      </Dialog>
    </search>
  )
}

function FurtherFilters({ filter, onFilter }: LibraryFilterProps) {
  return (
    <div className="flex flex-col gap-6">
      <Field label="Asked in your family">
        {(control) => (
          <Select
            {...control}
            value={filter.asked ?? ''}
            onChange={({ target }) =>
              onFilter({
                ...filter,
                asked: target.value === 'yes' || target.value === 'no' ? target.value : null,
              })
            }
          >
            <option value="">All prompts</option>
            <option value="no">Not asked yet</option>
            <option value="yes">Asked already</option>
          </Select>
        )}
      </Field>
      <Field label="Show">
        {(control) => (
          <Select
            {...control}
            value={filter.show}
            onChange={({ target }) =>
              onFilter({
                ...filter,
                show: target.value === 'playlists' || target.value === 'prompts' ? target.value : 'all',
              })
            }
          >
            <option value="all">Playlists and prompts</option>
            <option value="playlists">Playlists only</option>
            <option value="prompts">Prompts only</option>
          </Select>
        )}
      </Field>
    </div>
  )
}

type ChipProps = { pressed: boolean; onPress: () => void; children: string }

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="min-h-12 shrink-0 rounded-full border-2 border-edge bg-card px-5 whitespace-nowrap transition-colors hover:border-foreground aria-pressed:border-primary-dark aria-pressed:bg-tint aria-pressed:font-bold aria-pressed:text-leaf"
    >
      {children}
    </button>
  )
}

import { Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { ShowMore } from '../../ui/show-more.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { noFilter, usePromptList } from './use-prompts.ts'

export type ChoosePromptsProps = { chosen: Prompt[]; onChange: (chosen: Prompt[]) => void }

/** The prompts of a playlist in their order, and a search for those that could join it. */
export function ChoosePrompts({ chosen, onChange }: ChoosePromptsProps) {
  const [entered, setEntered] = useState('')
  const search = useDeferredValue(entered.trim())
  const list = usePromptList(undefined, { ...noFilter, search })
  const others = (list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ id }) => !chosen.some((prompt) => prompt.id === id),
  )
  const full = chosen.length >= limits.promptsPerPlaylist
  const arrange = async (ids: string[]) =>
    onChange(ids.flatMap((id) => chosen.find((prompt) => prompt.id === id) ?? []))

  return (
    <fieldset tabIndex={-1} className="flex flex-col gap-4">
      <legend className="mb-1 font-semibold">Prompts in this playlist</legend>
      {chosen.length === 0 ? (
        <p className="text-muted">
          Choose at least one prompt below. Their order here is the order of asking.
        </p>
      ) : (
        <SortableList
          label="Prompts in this playlist"
          items={chosen}
          nameOf={({ text }) => text}
          className="flex flex-col gap-2"
          itemClassName="flex items-center gap-2 rounded-card bg-tint p-2"
          onArrange={arrange}
        >
          {(prompt, grip) => (
            <>
              {grip}
              <span dir="auto" className="min-w-0 flex-1 px-2 wrap-anywhere">
                {prompt.text}
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Take “${prompt.text}” out`}
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget)
                  onChange(chosen.filter(({ id }) => id !== prompt.id))
                }}
              >
                <X aria-hidden="true" />
              </Button>
            </>
          )}
        </SortableList>
      )}
      <Input
        type="search"
        placeholder="Find a prompt to add"
        aria-label="Find a prompt to add"
        maxLength={limits.searchText}
        value={entered}
        onChange={(event) => setEntered(event.target.value)}
        // Enter looks for a prompt; it does not save the playlist.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {full ? (
        <p className="text-muted">A playlist holds at most {countOf(limits.promptsPerPlaylist, 'prompt')}.</p>
      ) : null}
      {list.isError && !list.isFetchNextPageError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(list.error)}
        </p>
      ) : null}
      {list.isSuccess && others.length === 0 ? <p className="text-muted">No other prompt fits.</p> : null}
      <ul aria-label="Prompts to add" className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {others.map((prompt) => (
          <li key={prompt.id}>
            <button
              type="button"
              disabled={full}
              className="flex min-h-12 w-full items-center gap-3 rounded-card px-3 py-2 text-start hover:bg-foreground/6"
              onClick={({ currentTarget }) => {
                passFocusOn(currentTarget)
                onChange([...chosen, prompt])
              }}
            >
              <Plus size={22} className="shrink-0 text-leaf" aria-hidden="true" />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                <span className="sr-only">Add </span>
                {prompt.text}
              </span>
            </button>
          </li>
        ))}
        {list.hasNextPage ? (
          <li>
            <ShowMore list={list} variant="ghost" />
          </li>
        ) : null}
      </ul>
    </fieldset>
  )
}

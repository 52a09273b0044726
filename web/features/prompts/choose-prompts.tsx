import { useDeferredValue, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Prompt } from '#contract/prompts.ts'
import { countOf } from '../../lib/format.ts'
import { ChooseInOrder } from '../../ui/choose-in-order.tsx'
import { noFilter, usePromptList } from './use-prompts.ts'

export type ChoosePromptsProps = { chosen: Prompt[]; onChange: (chosen: Prompt[]) => void }

/** The prompts of a playlist in their order, and a search for prompts to add. */
export function ChoosePrompts({ chosen, onChange }: ChoosePromptsProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const list = usePromptList(undefined, { ...noFilter, search })
  const isFull = chosen.length >= limits.promptsPerPlaylist

  return (
    <ChooseInOrder
      title="Prompts in this playlist"
      hint="Choose at least one prompt below. Their order here is the order of asking."
      nameOf={({ text }) => text}
      chosen={chosen}
      onChange={onChange}
      typed={typed}
      onType={setTyped}
      findLabel="Find a prompt to add"
      offered={{ ...list, items: list.data?.pages.flatMap((page) => page.items) }}
      othersTitle="Prompts to add"
      noOthers={<p className="text-muted">No other prompt fits.</p>}
      full={isFull ? `A playlist holds at most ${countOf(limits.promptsPerPlaylist, 'prompt')}.` : null}
    />
  )
}

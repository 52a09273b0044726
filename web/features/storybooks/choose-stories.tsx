import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { countOf } from '../../lib/format.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { ChooseInOrder } from '../../ui/choose-in-order.tsx'
import type { ChosenStory } from './book-words.ts'
import { useOfferedStories } from './use-offered-stories.ts'

export type ChooseStoriesProps = {
  /** The person asking, whose own stories are offered. */
  personId: string
  chosen: readonly ChosenStory[]
  onChange: (chosen: ChosenStory[]) => void
}

/** The stories of a book in their order, and a search for stories to add. */
export function ChooseStories({ personId, chosen, onChange }: ChooseStoriesProps) {
  const [typed, setTyped] = useState('')
  const words = useSettled(typed.trim())
  const offered = useOfferedStories(personId, words)
  const isFull = chosen.length >= limits.storiesPerStorybook

  return (
    <ChooseInOrder
      title="Stories in this book"
      hint="Choose the stories that belong together. Their order here is their order in the book."
      nameOf={({ title }) => title}
      chosen={chosen}
      onChange={onChange}
      typed={typed}
      onType={setTyped}
      findLabel="Find a story to add"
      offered={offered}
      othersTitle="Your other stories"
      full={
        isFull ? `A book holds at most ${countOf(limits.storiesPerStorybook, 'story', 'stories')}.` : null
      }
      noOthers={words === '' && chosen.length === 0 ? <NoStories /> : <NoOthers isSearch={words !== ''} />}
    />
  )
}

function NoOthers({ isSearch }: { isSearch: boolean }) {
  return (
    <p role="status" className="text-muted">
      {isSearch ? 'No other story fits.' : 'All your stories are in this book.'}
    </p>
  )
}

function NoStories() {
  return (
    <p className="rounded-card bg-background p-4">
      There are no stories yet to make a book of.{' '}
      <Link to="/app/stories" className="font-semibold text-leaf underline">
        Go to your stories
      </Link>
    </p>
  )
}

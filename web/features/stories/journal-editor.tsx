import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Story } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { JournalEntry } from './journal-entry.tsx'

/** Writing, without a camera: one entry after the other. What is not saved yet stays on this device. */
export function JournalEditor({ story }: { story: Story }) {
  const [text, setText] = useDraft(`kinora.journal.${story.id}`)
  // The id lasts until the entry is saved, so that a second try after a lost answer makes no second entry.
  const [entryId, setEntryId] = useState(() => uuidv7())
  const queries = useQueryClient()

  const add = useMutation({
    mutationFn: () =>
      client.stories.putNote({ storyId: story.id, id: entryId, text: text.trim(), timestamp: '00:00' }),
    onSuccess: async () => {
      setText('')
      setEntryId(uuidv7())
      await queries.invalidateQueries({ queryKey: orpc.stories.key() })
    },
  })

  const blank = text.trim() === ''
  const addWithKeys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !blank && !add.isPending) add.mutate()
  }

  return (
    <div className="flex max-w-[760px] flex-col gap-8">
      {story.notes.length > 0 ? (
        <section aria-label="Entries">
          <ul className="flex flex-col gap-4">
            {story.notes.map((note) => (
              <JournalEntry key={note.id} storyId={story.id} note={note} />
            ))}
          </ul>
        </section>
      ) : null}
      <PaddedCard className="flex flex-col gap-5 sm:p-8">
        <Field
          label={story.notes.length > 0 ? 'Your next entry' : 'Your entry'}
          hint="Write as you would tell it. Nothing has to be finished today."
          error={add.isError ? sentenceOf(add.error) : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              className="min-h-64 font-story sm:text-lg"
              maxLength={limits.noteText}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={addWithKeys}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-4">
          <Button size="lg" disabled={blank} busy={add.isPending} onClick={() => add.mutate()}>
            Add Entry
          </Button>
          <span className="text-sm text-muted" aria-live="polite">
            {blank ? null : 'Not added yet; kept on this device meanwhile.'}
          </span>
        </div>
      </PaddedCard>
    </div>
  )
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { StoryNote } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'

export type JournalEntryProps = { storyId: string; note: StoryNote }

/** One entry, to be read, reworded or taken out. */
export function JournalEntry({ storyId, note }: JournalEntryProps) {
  const [rewording, setRewording] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const remove = useNoteMutation(() => client.stories.deleteNote({ storyId, id: note.id }))

  if (rewording) return <Reword storyId={storyId} note={note} onDone={() => setRewording(false)} />
  return (
    <li className="rounded-card bg-card p-5 shadow-card sm:p-6">
      {note.timestamp === '00:00' ? null : (
        <p className="mb-1 font-semibold text-leaf tabular-nums">{note.timestamp}</p>
      )}
      <p dir="auto" className="font-story whitespace-pre-line wrap-anywhere sm:text-lg">
        {note.text}
      </p>
      <div className="mt-3 -mb-2 flex justify-between">
        <Button variant="ghost" size="sm" className="-ms-4" onClick={() => setRewording(true)}>
          <Pencil size={18} aria-hidden="true" />
          Edit
        </Button>
        <Button variant="ghost" size="sm" className="-me-4 text-danger!" onClick={() => setLeaving(true)}>
          <Trash2 size={18} aria-hidden="true" />
          Delete
        </Button>
      </div>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title="Delete this entry?"
        description="This action cannot be undone."
        confirmLabel="Delete entry"
        busy={remove.isPending}
        error={remove.isError ? sentenceOf(remove.error) : null}
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

function Reword({ storyId, note, onDone }: JournalEntryProps & { onDone: () => void }) {
  const [text, setText] = useState(note.text)
  const save = useNoteMutation(() =>
    client.stories.putNote({ storyId, id: note.id, text: text.trim(), timestamp: note.timestamp }),
  )

  return (
    <li className="flex flex-col gap-4 rounded-card bg-card p-5 shadow-card sm:p-6">
      <Field label="Edit entry" error={save.isError ? sentenceOf(save.error) : undefined}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            className="font-story sm:text-lg"
            maxLength={limits.noteText}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button
          disabled={text.trim() === ''}
          busy={save.isPending}
          onClick={() => save.mutate(undefined, { onSuccess: onDone })}
        >
          Save
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </li>
  )
}

function useNoteMutation(change: () => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: orpc.stories.key() }),
  })
}

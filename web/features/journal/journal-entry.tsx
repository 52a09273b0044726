import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { formatStamp } from '../../lib/format.ts'
import { rewordingOf } from '../../lib/own-rewording.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { useInlineEditor, useInPlace } from '../../ui/use-inline-editor.ts'
import type { Entry, RewordedEntry } from './entry.ts'

export type JournalEntryProps = {
  entry: Entry
  /** Whether the entry was removed elsewhere while it is being edited here. */
  isGone: boolean
  grip: ReactNode
  onEditing: (isEdited: boolean) => void
  /** Resolves with the sentence for what went wrong, else null. */
  onPut: (entry: RewordedEntry) => Promise<string | null>
  onRemove: () => void
}

/** One entry, which can be read, edited and removed. */
export function JournalEntry({ entry, isGone, grip, onEditing, onPut, onRemove }: JournalEntryProps) {
  const { isEditing, begin, end, opener } = useInPlace()
  const edit = () => {
    onEditing(true)
    begin()
  }
  const leave = () => {
    onEditing(false)
    end()
  }
  if (isEditing) return <Reword entry={entry} isGone={isGone} onPut={onPut} onDone={leave} />

  return (
    <div className="flex items-start gap-1 rounded-card border border-border bg-card p-4 sm:p-5">
      {grip ? <div className="-ms-3 -mt-2">{grip}</div> : null}
      <div className="min-w-0 flex-1">
        {entry.timestamp === '00:00' ? null : (
          <p className="mb-1 font-semibold text-leaf tabular-nums">{formatStamp(entry.timestamp)}</p>
        )}
        <p dir="auto" className="font-story whitespace-pre-line wrap-anywhere">
          {entry.text}
        </p>
        <div className="mt-2 -mb-2 flex justify-between">
          <Button variant="ghost" size="sm" className="-ms-4" ref={opener} onClick={edit}>
            <Pencil size={18} aria-hidden="true" />
            Edit
          </Button>
          <Button variant="ghost" size="sm" className="-me-3 text-danger!" onClick={onRemove}>
            <Trash2 size={18} aria-hidden="true" />
            Delete
          </Button>
        </div>
      </div>
    </div>
  )
}

type RewordProps = Pick<JournalEntryProps, 'entry' | 'isGone' | 'onPut'> & { onDone: () => void }

function Reword({ entry, isGone, onPut, onDone }: RewordProps) {
  const [begun] = useState(entry.text)
  const [text, setText] = useState(entry.text)
  const [sent, setSent] = useState<readonly string[]>([])
  const [hasTried, setHasTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const editor = useInlineEditor(text, onDone)
  const long = tooLong(limits.noteText, text)
  const isReady = text.trim() !== '' && long === undefined
  // Somebody else has edited the entry: their text is shown first, and replaced only if the person saves again.
  const typed = text.trim()
  const { was, isOther } = rewordingOf({ begun, now: entry.text, typed, sent })
  const showsTheirs = isOther && hasTried

  const save = async () => {
    if (!isReady || busy) return
    setHasTried(true)
    if (isOther && !showsTheirs) return
    setBusy(true)
    setSent([...sent, typed])
    const failed = await onPut({ ...entry, text: typed, was: showsTheirs ? entry.text : was })
    setBusy(false)
    setProblem(failed)
    if (failed === null) onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    editor.onKeyDown(event)
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
  }

  return (
    <div className="flex flex-col gap-4 rounded-card border border-border bg-card p-4 sm:p-5">
      <Field label="Edit entry" error={long ?? (showsTheirs ? undefined : (problem ?? undefined))}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            readOnly={busy}
            className="font-story"
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      {showsTheirs ? <MeanwhileNote replaced={{ text: entry.text }} labels={{ text: 'The entry' }} /> : null}
      {isGone ? (
        <p role="status" className="rounded-card bg-warn-tint p-4 text-warn">
          This entry was taken out elsewhere meanwhile. If you save, it comes back with your words.
        </p>
      ) : null}
      <div className="flex gap-3">
        <Button disabled={!isReady} busy={busy} onClick={save}>
          Save
        </Button>
        <Button variant="ghost" onClick={editor.wishToLeave}>
          Cancel
        </Button>
      </div>
      {editor.question}
    </div>
  )
}

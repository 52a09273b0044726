import { Undo2 } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cutText } from '#contract/cut-text.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { offerFocus } from '../../ui/offer-focus.ts'
import { Portioned } from '../../ui/portioned.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import type { Entry, RewordedEntry } from './entry.ts'
import { EntryEditor, type EntryEditorProps } from './entry-editor.tsx'
import { JournalEntry } from './journal-entry.tsx'

export type JournalProps = Omit<EntryEditorProps, 'onAdd'> & {
  entries: readonly Entry[]
  /** Shows the newest entry first, directly below the field it was written in. */
  newestFirst?: boolean
  /** Adds an entry, or updates one whose text is still as it was when the editing began. */
  onPut: (entry: RewordedEntry) => Promise<unknown>
  onRemove: (entry: Entry) => Promise<unknown>
  /** Without this, entries are in the order they were written and cannot be moved. */
  onArrange?: (ids: string[]) => Promise<unknown>
  /** The sentence for an error. */
  problemOf: (error: unknown) => string
}

/** A list of entries and the field to write them in. Removed entries can be restored as long as the page is open. */
export function Journal({
  entries,
  newestFirst = false,
  onPut,
  onRemove,
  onArrange,
  problemOf,
  ...editor
}: JournalProps) {
  const [removed, setRemoved] = useState<readonly Entry[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const { standing, onEditing } = useStanding(entries)

  const attempt = async (work: Promise<unknown>): Promise<string | null> => {
    try {
      await work
      return null
    } catch (error) {
      return problemOf(error)
    }
  }
  const remove = async (entry: Entry) => {
    const failed = await attempt(onRemove(entry))
    setProblem(failed)
    if (failed === null) setRemoved((before) => [...before.filter(({ id }) => id !== entry.id), entry])
  }
  const bringBack = async (entry: Entry) => {
    const failed = await attempt(onPut({ ...entry, was: entry.text }))
    setProblem(failed)
    if (failed === null) setRemoved((before) => before.filter(({ id }) => id !== entry.id))
  }

  const list =
    standing.length > 0 ? (
      <Entries
        entries={newestFirst ? standing.toReversed() : standing}
        from={newestFirst ? 'first' : 'last'}
        isGone={({ id }) => !entries.some((entry) => entry.id === id)}
        onEditing={onEditing}
        onPut={(entry) => attempt(onPut(entry))}
        onRemove={remove}
        onArrange={onArrange && (async (ids) => setProblem(await attempt(onArrange(ids))))}
      />
    ) : null
  // Somebody who edited a removed entry meanwhile has restored it, with their text.
  const out = removed.filter(({ id }) => !entries.some((entry) => entry.id === id))
  const undo =
    out.length > 0 ? (
      <ul aria-label="Taken out" className="flex flex-col gap-3">
        {out.map((entry) => (
          <Removed key={entry.id} entry={entry} onUndo={() => bringBack(entry)} />
        ))}
      </ul>
    ) : null
  return (
    <div className="flex flex-col gap-6">
      {newestFirst ? null : list}
      {problem ? <Alert>{problem}</Alert> : null}
      {newestFirst ? null : undo}
      <EntryEditor {...editor} onAdd={(entry) => attempt(onPut(entry))} />
      {newestFirst ? undo : null}
      {newestFirst ? list : null}
    </div>
  )
}

/** The entries, including those being edited here that were removed elsewhere: they stay in their place, along with the typed text. */
function useStanding(entries: readonly Entry[]) {
  const [edited, setEdited] = useState<readonly { entry: Entry; at: number }[]>([])
  const standing = [...entries]
  for (const { entry, at } of edited) {
    if (!entries.some(({ id }) => id === entry.id)) standing.splice(at, 0, entry)
  }
  const onEditing = (entry: Entry, isEdited: boolean) => {
    const at = standing.findIndex(({ id }) => id === entry.id)
    setEdited((before) => [
      ...before.filter((other) => other.entry.id !== entry.id),
      ...(isEdited ? [{ entry, at }] : []),
    ])
  }
  return { standing, onEditing }
}

type EntriesProps = {
  entries: readonly Entry[]
  /** Which end is rendered first: the one with the newest entries, next to the field. */
  from: 'first' | 'last'
  isGone: (entry: Entry) => boolean
  onEditing: (entry: Entry, isEdited: boolean) => void
  onPut: (entry: RewordedEntry) => Promise<string | null>
  onRemove: (entry: Entry) => void
  onArrange: ((ids: string[]) => Promise<unknown>) | undefined
}

function Entries({ entries, from, isGone, onEditing, onPut, onRemove, onArrange }: EntriesProps) {
  const one = (entry: Entry, grip: ReactNode) => (
    <JournalEntry
      entry={entry}
      isGone={isGone(entry)}
      grip={grip}
      onEditing={(isEdited) => onEditing(entry, isEdited)}
      onPut={onPut}
      onRemove={() => onRemove(entry)}
    />
  )
  const portion = { from, moreLabel: from === 'last' ? 'Show earlier entries' : 'Show more' }
  const look = 'flex flex-col gap-3'
  return (
    <section aria-label="Entries">
      {onArrange ? (
        <SortableList
          items={entries}
          label="Entries"
          nameOf={({ text }) => `“${beginningOf(text)}”`}
          onArrange={onArrange}
          className={look}
          {...portion}
        >
          {one}
        </SortableList>
      ) : (
        <Portioned items={entries} {...portion}>
          {(drawn) => (
            <ul aria-label="Entries" className={look}>
              {drawn.map((entry) => (
                <li key={entry.id}>{one(entry, null)}</li>
              ))}
            </ul>
          )}
        </Portioned>
      )}
    </section>
  )
}

/**
 * On removal the focus moves to the Undo button, so that one key restores the entry;
 * but not if the person has moved on to something else.
 */
function Removed({ entry, onUndo }: { entry: Entry; onUndo: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  const words = useId()
  useEffect(() => offerFocus(button.current, { fromButtons: true }), [])

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-tint p-3 ps-5 text-leaf">
      <p id={words} role="status">
        “{beginningOf(entry.text)}” was taken out.
      </p>
      <Button ref={button} aria-describedby={words} variant="outline" size="sm" onClick={onUndo}>
        <Undo2 size={20} aria-hidden="true" />
        Undo
      </Button>
    </li>
  )
}

function beginningOf(text: string): string {
  return text.length > 40 ? `${cutText(text, 38).trimEnd()}…` : text
}

import { PenLine } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { rewordingOf } from '../lib/own-rewording.ts'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { Input } from './input.tsx'
import { MeanwhileNote } from './meanwhile-note.tsx'
import { useInlineEditor, useInPlace } from './use-inline-editor.ts'

export type CaptionFieldProps = {
  caption: string
  /** The file's name, for people who cannot see which file it is about. */
  name: string
  /** Replaces the caption `was`. Resolves to an error in words, or null. */
  onSave: (caption: string, was: string) => Promise<string | null>
}

/** A file's caption, which can be read, written and edited in place. */
export function CaptionField({ caption, name, onSave }: CaptionFieldProps) {
  const { isEditing, begin, end, opener } = useInPlace()
  if (isEditing) return <CaptionForm caption={caption} name={name} onSave={onSave} onDone={end} />

  return (
    <button
      type="button"
      ref={opener}
      onClick={begin}
      className={cn(
        'flex min-h-12 w-full items-center gap-2 rounded-card text-start hover:bg-foreground/8',
        caption === '' && 'print:hidden',
      )}
      aria-label={caption ? `Caption of ${name}: ${caption}. Edit` : `Add a caption to ${name}`}
    >
      <PenLine size={18} className="shrink-0 text-leaf print:hidden" aria-hidden="true" />
      <span dir="auto" className={caption ? 'font-story wrap-anywhere' : 'text-sm text-leaf'}>
        {caption || 'Add a caption'}
      </span>
    </button>
  )
}

function CaptionForm({ caption, name, onSave, onDone }: CaptionFieldProps & { onDone: () => void }) {
  const [begun] = useState(caption)
  const [draft, setDraft] = useState(caption)
  const [sent, setSent] = useState<readonly string[]>([])
  const [hasTried, setHasTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { wishToLeave, onKeyDown, question } = useInlineEditor(draft, onDone)

  const long = tooLong(limits.caption, draft)
  // The caption was changed elsewhere meanwhile: that version is shown before it is replaced.
  const typed = draft.trim()
  const { was, isOther } = rewordingOf({ begun, now: caption, typed, sent })
  const showsTheirs = isOther && hasTried
  const shown = long ?? (showsTheirs ? null : problem)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (long) return
    setHasTried(true)
    if (isOther && !showsTheirs) return
    setBusy(true)
    setSent([...sent, typed])
    const failed = await onSave(typed, showsTheirs ? caption : was)
    setBusy(false)
    setProblem(failed)
    if (failed === null) onDone()
  }

  return (
    <form onSubmit={save} className="flex flex-wrap items-center gap-2">
      <Input
        autoFocus
        className="min-w-0 flex-1 basis-48"
        aria-label={`Caption of ${name}`}
        readOnly={busy}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={busy} disabled={long !== undefined}>
          Save caption
        </Button>
        <Button variant="ghost" size="sm" onClick={wishToLeave}>
          Cancel
        </Button>
      </div>
      {showsTheirs ? <MeanwhileNote replaced={{ caption }} labels={{ caption: 'The caption' }} /> : null}
      {shown ? (
        <p role="alert" className="w-full text-sm text-danger">
          {shown}
        </p>
      ) : null}
      {question}
    </form>
  )
}

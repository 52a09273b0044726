import { ChevronRight, Images, Mic, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { StoryMethod } from '#contract/stories.ts'
import { tooLong } from '#contract/too-long.ts'
import { Alert } from '../../ui/alert.tsx'
import { cn } from '../../ui/cn.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { useSending } from '../../ui/sending.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'

export type StoryDraft = { title: string; description: string; method: StoryMethod }

const methods: { id: StoryMethod; label: string; sentence: string; icon: typeof Mic }[] = [
  { id: 'recording', label: 'Record a Story', sentence: 'Video or audio, with questions to ask', icon: Mic },
  {
    id: 'journal',
    label: 'Write a Journal Entry',
    sentence: 'In your own words, at your own pace',
    icon: NotebookPen,
  },
  {
    id: 'upload',
    label: 'Upload a File',
    sentence: 'Videos, sound, photos or PDF papers you have',
    icon: Images,
  },
]

export type NewStoryDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The method that the person has already asked for; it is listed first. */
  preferred?: StoryMethod | undefined
  /** The chosen method while it is being prepared. */
  busy?: StoryMethod | null
  error?: string | null
  onChoose: (draft: StoryDraft) => void
}

/** Creates a story: its title, its description, and the method of keeping it. */
export function NewStoryDialog(props: NewStoryDialogProps) {
  return (
    <Dialog open={props.open} onOpenChange={props.onOpenChange} title="New Story" width="wide">
      <NewStoryForm {...props} />
    </Dialog>
  )
}

/** Its state lives inside the dialog, so that closing discards the input. */
function NewStoryForm({ preferred, busy, error, onChoose }: NewStoryDialogProps) {
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  useUnsaved([title, description])
  const isBusy = busy != null
  useSending(isBusy)
  const untitled = title.trim() === ''
  const longTitle = tooLong(limits.title, title)
  const longDescription = tooLong(limits.description, description)
  const isReady = !untitled && longTitle === undefined && longDescription === undefined
  const ordered = [...methods].sort((a, b) => Number(b.id === preferred) - Number(a.id === preferred))

  return (
    <div className="flex flex-col gap-6">
      <Field label="Title" error={longTitle}>
        {(control) => (
          <Input
            {...control}
            required
            autoFocus
            readOnly={isBusy}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            placeholder="How Grandma met Grandpa"
          />
        )}
      </Field>
      <Field label="Description" optional error={longDescription}>
        {(control) => (
          <Textarea
            {...control}
            readOnly={isBusy}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 font-semibold">How would you like to keep it?</legend>
        <p aria-live="polite" className={cn('text-sm text-muted', !untitled && 'sr-only')}>
          {untitled ? 'Please enter a title to continue' : ''}
        </p>
        {ordered.map(({ id, label, sentence, icon: Icon }) => (
          <button
            key={id}
            type="button"
            disabled={!isReady || Boolean(busy)}
            onClick={() => onChoose({ title: title.trim(), description: description.trim(), method: id })}
            className="flex min-h-20 items-center gap-4 rounded-card border-2 border-edge bg-card p-4 text-start transition-colors enabled:hover:border-primary-dark enabled:hover:bg-tint disabled:cursor-not-allowed disabled:border-border"
          >
            <span
              className={cn(
                'flex size-12 shrink-0 items-center justify-center rounded-full',
                isReady ? 'bg-primary text-on-primary' : 'bg-border text-muted',
              )}
            >
              {busy === id ? <Spinner /> : <Icon aria-hidden="true" />}
            </span>
            <span className="min-w-0 flex-1">
              <span className={cn('block font-bold', !isReady && 'text-muted')}>{label}</span>
              <span className="block text-sm text-muted">{sentence}</span>
            </span>
            <ChevronRight className="shrink-0 text-muted rtl:-scale-x-100" aria-hidden="true" />
          </button>
        ))}
      </fieldset>
      {error ? <Alert>{error}</Alert> : null}
    </div>
  )
}

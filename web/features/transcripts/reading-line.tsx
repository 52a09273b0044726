import { Check, History } from 'lucide-react'
import { useState } from 'react'
import { readingText } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { problemOf } from '../../ui/problem.ts'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import type { LineActions } from './line-actions.ts'
import { proseStyle } from './prose.ts'

export type ReadingLineProps = {
  line: TranscriptLine
  label: string
  isEditing: boolean
  canChange: boolean
  actions: LineActions
}

/** A line in the reading layer: without hesitations, or as a person has rewritten it. The spoken words stay as they are. */
export function ReadingLine(props: ReadingLineProps) {
  const { line, isEditing, canChange, actions } = props
  if (isEditing) return <ReadingEditor {...props} />
  const text = readingOf(line, line.language)
  return (
    <div className="flex flex-col items-start gap-1">
      <p dir="auto" className={proseStyle}>
        {text === '' ? <span className="text-muted italic">Nothing to read here</span> : text}
      </p>
      {line.readingIsOld ? (
        <p className="flex items-start gap-2 text-sm text-warn">
          <History size={18} className="mt-1 shrink-0" aria-hidden="true" />
          The spoken words were corrected after this was written. Please see whether it still says the same.
        </p>
      ) : null}
      {line.reading === null || !canChange ? null : (
        <Button variant="link" size="sm" onClick={() => actions.writeReading(line, null)}>
          Go back to the spoken words
        </Button>
      )}
    </div>
  )
}

function ReadingEditor({ line, label, actions }: ReadingLineProps) {
  const [was, setWas] = useState(() => readingOf(line, line.language))
  const [text, setText] = useState(was)
  const [theirs, setTheirs] = useState<string | null>(null)
  const [state, setState] = useState<'idle' | 'saving' | 'failed'>('idle')

  const problem = problemOf(readingText, text)
  const editor = useInlineEditor(text, () => actions.endEdit(line.id))

  const save = async () => {
    if (problem) return
    const now = readingOf(line, line.language)
    if (text.trim() === now) return actions.endEdit(line.id)
    if (now !== was) {
      // Somebody else has rewritten the line meanwhile: show their version first, and replace it only if the person saves again.
      setTheirs(now)
      setWas(now)
      return
    }
    setState('saving')
    if (await actions.writeReading(line, text)) actions.endEdit(line.id)
    else setState('failed')
  }

  return (
    <div className="flex flex-col gap-3">
      <Textarea
        autoFocus
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        readOnly={state === 'saving'}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          editor.onKeyDown(event)
        }}
        className={proseStyle}
      />
      {problem ? <Alert>{problem.sentence}</Alert> : null}
      {theirs === null ? null : <MeanwhileNote replaced={{ text: theirs }} labels={{ text: 'This line' }} />}
      {state === 'failed' ? (
        <Alert>
          This has not been saved yet. What you wrote is still here: please try again in a moment.
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" busy={state === 'saving'} disabled={problem !== undefined} onClick={save}>
          <Check size={20} aria-hidden="true" />
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={editor.wishToLeave}>
          Cancel
        </Button>
      </div>
      {editor.question}
    </div>
  )
}

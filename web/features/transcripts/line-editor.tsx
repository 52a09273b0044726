import { Check, Scissors } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { Button } from '../../ui/button.tsx'
import type { LineActions } from './line-actions.ts'
import type { LineDrafts } from './line-drafts.ts'
import { proseStyle } from './prose.ts'
import { caretBefore } from './word-edit.ts'

export type LineEditorProps = {
  line: TranscriptLine
  /** The caret begins before this word. */
  word: number
  label: string
  drafts: LineDrafts
  actions: LineActions
}

/**
 * Makes the field as high as its text: an invisible copy of the text lies behind it and gives the height. `field-sizing` would do the
 * same, but Safari only has it since 26.2, and there a field of one row hid all but the first words of a long line.
 */
const fieldOfItsText =
  "relative -mx-3 -my-1.5 rounded-card border-2 border-ring bg-background px-2.5 py-1 wrap-break-word whitespace-pre-wrap after:invisible after:content-[attr(data-text)_'_']"

/** A line's text, editable in place. It is saved after a pause in typing, and on leaving the line. */
export function LineEditor({ line, word, label, drafts, actions }: LineEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const begin = useRef(caretBefore(line.words, word))
  const { id } = line

  useLayoutEffect(() => {
    setText(drafts.open(id, setText))
    return () => drafts.close(id)
  }, [drafts, id])

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(begin.current, begin.current)
  }, [])

  const change = (value: string) => {
    setText(value)
    drafts.type(id, value)
  }
  const split = () => {
    actions.splitAtCursor(id, text.slice(0, field.current?.selectionStart ?? 0))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    if (key === 'Enter' && (ctrlKey || metaKey)) split()
    else if (key === 'Enter' || key === 'Escape') actions.endEdit(id)
    else return
    event.preventDefault()
  }

  return (
    <div className="flex flex-col gap-2">
      <div className={proseStyle}>
        <div className={fieldOfItsText} data-text={text}>
          <textarea
            ref={field}
            dir="auto"
            rows={1}
            value={text}
            aria-label={label}
            spellCheck
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            className="absolute inset-0 size-full resize-none overflow-hidden px-2.5 py-1 outline-none"
          />
        </div>
      </div>
      <div className="mt-2 mb-3 flex flex-wrap items-center gap-2">
        <Button size="sm" onClick={() => actions.endEdit(id)}>
          <Check size={20} aria-hidden="true" />
          Done
        </Button>
        {/* Pressing the button must not take the focus from the field: its caret says where to split. */}
        <Button size="sm" variant="ghost" onMouseDown={(event) => event.preventDefault()} onClick={split}>
          <Scissors size={20} aria-hidden="true" />
          Split at the cursor
        </Button>
        <span className="text-sm text-muted max-sm:hidden">Saved as you type</span>
      </div>
    </div>
  )
}

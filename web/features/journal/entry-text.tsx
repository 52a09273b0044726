import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import type { ControlProps } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { type Mention, matching, mentionAt, withMention } from './mention.ts'

export type EntryTextProps = {
  control: ControlProps
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  speakers: readonly string[]
  placeholder?: string | undefined
  className?: string | undefined
  onChange: (text: string, caret?: number) => void
  onSubmit: () => void
}

/** The text of an entry. Typing @ opens a list of the speakers: arrow keys, then Enter or Tab; Escape closes it. */
export function EntryText(props: EntryTextProps) {
  const { control, field, text, speakers, placeholder, className, onChange, onSubmit } = props
  const id = useId()
  const [mention, setMention] = useState<Mention | null>(null)
  const [at, setAt] = useState(0)
  const offered = mention ? matching(speakers, mention.query) : []
  const isOpen = mention !== null && offered.length > 0

  const look = (element: HTMLTextAreaElement) => {
    setMention(mentionAt(element.value, element.selectionStart))
    setAt(0)
  }
  const take = (name: string) => {
    const caret = field.current?.selectionStart ?? text.length
    if (mention === null) return
    const next = withMention(text, caret, mention, name)
    setMention(null)
    onChange(next.text, next.caret)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSubmit()
    }
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isTaken = event.key === 'Enter' || event.key === 'Tab'
    if (step === undefined && !isTaken && event.key !== 'Escape') return

    event.preventDefault()
    event.stopPropagation()
    if (step !== undefined) return setAt((at + step + offered.length) % offered.length)
    const name = offered[at]
    if (isTaken && name !== undefined) take(name)
    else setMention(null)
  }

  return (
    <div className="relative">
      <Textarea
        {...control}
        ref={field}
        value={text}
        placeholder={placeholder}
        className={className}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        onChange={(event) => {
          onChange(event.target.value)
          look(event.target)
        }}
        onClick={(event) => look(event.currentTarget)}
        onBlur={() => setMention(null)}
        onKeyDown={onKeyDown}
      />
      {isOpen ? (
        <ul
          id={id}
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern requires it
          role="listbox"
          aria-label="Speakers"
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-64 overflow-y-auto rounded-card border border-edge bg-raised p-1 shadow-card"
        >
          {offered.map((name, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text
            <li
              key={name}
              id={`${id}-${index}`}
              // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: as above
              role="option"
              aria-selected={index === at}
              // Prevents the field from losing the focus, which would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(name)}
              className={cn(
                'flex min-h-12 cursor-pointer items-center rounded-card px-3',
                index === at && 'bg-tint font-bold text-leaf',
              )}
            >
              {name}
            </li>
          ))}
        </ul>
      ) : null}
      <p className="sr-only" aria-live="polite">
        {isOpen ? `${offered.length} speakers. Choose with the arrow keys and Enter.` : ''}
      </p>
    </div>
  )
}

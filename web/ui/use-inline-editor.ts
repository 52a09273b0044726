import {
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { offerFocus } from './offer-focus.ts'
import { addOpenEditor } from './open-editors.ts'
import { useUnsavedIn } from './unsaved.ts'
import { travel, useDiscardQuestion } from './use-discard-question.tsx'

export type InlineEditor = {
  /** For the editor's Cancel button: leaves at once if nothing would be lost, and asks otherwise. */
  wishToLeave: () => void
  /** For the editor's field: Escape acts as Cancel. */
  onKeyDown: (event: KeyboardEvent) => void
  question: ReactNode
}

/** Around an inline editor, unlike around a dialog, there are links to press, so that PUSH is asked about as well. */
const waysOut = [...travel, 'PUSH'] as const

/**
 * For text that is edited in place on the page, without a dialog around it; like a dialog, it asks before text is lost.
 *
 * @param entered the editor's input as JSON; equal input must serialise equally
 */
export function useInlineEditor(entered: unknown, leave: () => void): InlineEditor {
  const { forms, wishToClose, askBefore, question } = useDiscardQuestion(true, leave, waysOut)
  useUnsavedIn(forms, entered)

  // Whoever decides to stay continues in this field, not on the tab that they had pressed, which would be selected again on focus.
  const field = useRef<Element | null>(null)
  const written = JSON.stringify(entered)
  useEffect(() => {
    if (written !== undefined) field.current = document.activeElement
  }, [written])
  const ask = useEffectEvent((goOn: () => void) => {
    if (field.current instanceof HTMLElement) field.current.focus({ preventScroll: true })
    askBefore(goOn)
  })
  useEffect(() => addOpenEditor({ wouldLose: () => forms.size > 0, askBefore: (goOn) => ask(goOn) }), [forms])

  return {
    wishToLeave: wishToClose,
    onKeyDown: (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      wishToClose()
    },
    question,
  }
}

export type InPlace = {
  isEditing: boolean
  begin: () => void
  end: () => void
  /** A ref for the button that opens the editor: it gets the focus back when the editor has closed. */
  opener: RefCallback<HTMLButtonElement> | undefined
}

/** Whether something is being edited in place at present. */
export function useInPlace(): InPlace {
  const [state, setState] = useState<'shown' | 'edited' | 'ended'>('shown')
  return {
    isEditing: state === 'edited',
    begin: () => setState('edited'),
    end: () => setState('ended'),
    opener: state === 'ended' ? takeFocus : undefined,
  }
}

/** Only offers the focus: the editor may close on a late answer, when the person already writes elsewhere. */
const takeFocus = (button: HTMLButtonElement | null) => offerFocus(button)

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
  /** For its Cancel: leaves at once where nothing would be lost, and asks where something would. */
  wishToLeave: () => void
  /** For its field: Escape is Cancel. */
  onKeyDown: (event: KeyboardEvent) => void
  question: ReactNode
}

/** Around an editor in its place, other than around a dialog, there are links to press. */
const waysOut = [...travel, 'PUSH'] as const

/**
 * What is written in its place on the page, without a dialog around it; it asks before words are lost as a dialog does.
 *
 * @param entered what JSON can write, and the same whenever it means the same
 */
export function useInlineEditor(entered: unknown, leave: () => void): InlineEditor {
  const { forms, wishToClose, askBefore, question } = useDiscardQuestion(true, leave, waysOut)
  useUnsavedIn(forms, entered)

  // Whoever stays goes on writing: not at the tab that was chosen, which would be chosen again by having the focus.
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
  /** For the button that begins it: it has the focus again when the editor in its place has gone. */
  opener: RefCallback<HTMLButtonElement> | undefined
}

/** Whether something is edited in its place just now. */
export function useInPlace(): InPlace {
  const [state, setState] = useState<'shown' | 'edited' | 'ended'>('shown')
  return {
    isEditing: state === 'edited',
    begin: () => setState('edited'),
    end: () => setState('ended'),
    opener: state === 'ended' ? takeFocus : undefined,
  }
}

/** The editor may go with a late answer, when somebody writes elsewhere. */
const takeFocus = (button: HTMLButtonElement | null) => offerFocus(button)

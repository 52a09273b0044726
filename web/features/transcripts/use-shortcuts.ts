import { type KeyboardEvent, useEffect, useRef } from 'react'
import { pressedKey } from '../../ui/pressed-key.ts'
import type { LineActions, WordPlace } from './line-actions.ts'
import { togglePlay } from './playback.ts'

export type ShortcutParts = {
  media: HTMLMediaElement | null
  canChange: boolean
  /** Whether the line holds unsent text, for which Undo is left to the browser. */
  isTyping: (lineId: string) => boolean
  editingId: string | null
  actions: LineActions
  onUndo: () => void
  onRedo: () => void
  onFind: () => void
}

/** The keyboard shortcuts of a transcript. Returns the handler for keys pressed on a word; single letters work nowhere else. */
export function useShortcuts(parts: ShortcutParts): (event: KeyboardEvent, place: WordPlace) => void {
  const latest = useRef(parts)
  latest.current = parts

  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || isInDialog(event.target)) return
      const { media, canChange, onFind, onUndo, onRedo, editingId, isTyping } = latest.current
      const key = pressedKey(event)
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey
      const act = (action: () => void) => {
        event.preventDefault()
        action()
      }
      if (key === ' ' && !isCommand && isForPage(event.target)) return act(() => togglePlay(media))
      if (!isCommand) return
      // Pressed again in the search field, the shortcut means the browser's own search.
      if (key === 'f' && !isIn(event.target, 'search')) return act(onFind)
      const isOwnField =
        isField(event.target) && (editingId === null || isTyping(editingId) || !isIn(event.target, 'ol'))
      if (isOwnField || !canChange) return
      if (key === 'y' || (key === 'z' && event.shiftKey)) return act(onRedo)
      if (key === 'z') return act(onUndo)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (event, place) => {
    const { actions, canChange } = parts
    const reading: Record<string, () => void> = { enter: () => actions.hear(place) }
    const writing: Record<string, () => void> = {
      e: () => actions.edit(place),
      f2: () => actions.edit(place),
      s: () => actions.splitBefore(place),
      j: () => actions.joinWithBefore(place.lineId),
      w: () => actions.chooseSpeaker(place.lineId),
    }
    const key = pressedKey(event)
    const action = reading[key] ?? (canChange ? writing[key] : undefined)
    if (!action) return
    event.preventDefault()
    action()
  }
}

const isIn = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null

export const isField = (target: EventTarget | null) =>
  isIn(target, 'input, textarea, select, [contenteditable]')

const isInDialog = (target: EventTarget | null) =>
  isIn(target, '[role=dialog], [role=alertdialog], [role=menu]')

/** Space activates buttons and types in fields; on a word, and everywhere else, it plays and pauses. */
const isForPage = (target: EventTarget | null) =>
  isIn(target, '[data-word]') || !isIn(target, 'input, textarea, select, button, a, [role=tab], summary')

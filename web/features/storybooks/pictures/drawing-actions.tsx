import { Paintbrush } from 'lucide-react'
import type { Drawing } from '#contract/book-pictures.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

export type DrawingActionsProps = {
  /** The state of the page's drawing; undefined if there is none. */
  state: Drawing['state'] | undefined
  /** Whether there are unsaved descriptions, which are saved before anything is drawn. */
  savesFirst: boolean
  busy: { draw: boolean; remove: boolean; restore: boolean }
  onDraw: () => void
  onRemove: () => void
  onRestore: () => void
}

/** The commands for the picture of a page, depending on its state. */
export function DrawingActions(props: DrawingActionsProps) {
  const { state, savesFirst, busy, onDraw, onRemove, onRestore } = props
  if (state === 'waiting') {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        The picture is being drawn. You can close this and come back.
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      {savesFirst ? <p className="text-sm text-muted">What you wrote is saved first.</p> : null}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button busy={busy.draw} onClick={onDraw}>
          <Paintbrush size={20} aria-hidden="true" />
          {state === 'done' || state === 'removed' ? 'Draw it again' : 'Draw it'}
        </Button>
        {state === 'done' ? (
          <Button variant="outline" busy={busy.remove} onClick={onRemove}>
            Take the picture away
          </Button>
        ) : null}
        {state === 'removed' ? (
          <Button variant="outline" busy={busy.restore} onClick={onRestore}>
            Show the drawn picture again
          </Button>
        ) : null}
      </div>
    </div>
  )
}

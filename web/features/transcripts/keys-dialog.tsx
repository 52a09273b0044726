import { Dialog } from '../../ui/dialog.tsx'

const keys: [keys: string, what: string][] = [
  ['Space', 'Play or pause'],
  ['Arrow keys', 'To the next word or line'],
  ['Enter', 'Play from this word'],
  ['E', 'Correct the line at this word'],
  ['S', 'Split the line before this word'],
  ['J', 'Join the line with the one before'],
  ['W', 'Say who speaks'],
  ['Ctrl or ⌘ + Enter', 'While correcting: split at the cursor'],
  ['Enter or Escape', 'While correcting: done'],
  ['Ctrl or ⌘ + F', 'Find and replace'],
  ['Ctrl or ⌘ + Z', 'Undo; with Shift, redo'],
]

/** The keyboard shortcuts of a transcript. Single letters work only while the focus is on a word. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys to work with">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
        {keys.map(([key, what]) => (
          <div key={key + what} className="contents">
            <dt className="font-semibold">{key}</dt>
            <dd className="text-muted">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

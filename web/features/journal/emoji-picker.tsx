import { Smile } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { emoji } from './emoji.ts'

const columns = 6
const steps: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
}

/** Opens a grid of 24 emoji; arrow keys move in it, Enter picks one, Escape closes. */
export function EmojiPicker({ onPick }: { onPick: (sign: string) => void }) {
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const picked = useRef(false)

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const to = at + (steps[event.key] ?? 0)
    if (to === at || to < 0 || to >= emoji.length) return
    event.preventDefault()
    setAt(to)
    event.currentTarget.querySelectorAll('button')[to]?.focus()
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Insert an emoji">
          <Smile aria-hidden="true" />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={12}
          aria-label="Emoji"
          onOpenAutoFocus={() => {
            picked.current = false
          }}
          // After a pick the focus and the caret go to the text; without one the focus returns to the button.
          onCloseAutoFocus={(event) => (picked.current ? event.preventDefault() : undefined)}
          className="z-50 max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) overflow-y-auto rounded-card border border-border bg-raised p-3 shadow-card data-[state=open]:animate-appear"
        >
          {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a group of buttons with arrow-key navigation */}
          <div role="group" aria-label="Emoji" onKeyDown={walk} className="grid grid-cols-6 gap-1">
            {emoji.map(({ sign, name }, index) => (
              <button
                key={name}
                type="button"
                aria-label={name}
                title={name}
                tabIndex={index === at ? 0 : -1}
                onFocus={() => setAt(index)}
                onClick={() => {
                  picked.current = true
                  setOpen(false)
                  onPick(sign)
                }}
                className="flex size-12 items-center justify-center rounded-card text-xl hover:bg-foreground/8"
              >
                {sign}
              </button>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

import { AlertDialog as Radix } from 'radix-ui'
import { useLayoutEffect } from 'react'
import { logInHash, useSession } from '../features/auth/session.tsx'
import { useLeaveHere } from '../pages/use-leave-here.ts'
import { Button, buttonStyle } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { DialogActions } from '../ui/dialog-actions.tsx'
import { sheetStyle } from '../ui/sheet.ts'
import { putAside } from './put-aside.ts'

/**
 * Shown over a page whose session was ended elsewhere while somebody was writing, or lacks the second step since that was
 * switched on elsewhere. It moves the page out of sight and offers to log in in a new tab; after that the page continues with every word intact.
 */
export function SignedOut() {
  const leave = useLeaveHere()
  const { title, reason, way, button } = useSession().state === 'half in' ? halfIn : out
  useLayoutEffect(takeEscape, [])
  return (
    <Radix.Root open>
      <Radix.Portal>
        {/* This is the whole document now. */}
        <main className="contents">
          {/* Nothing of the page shows through or stays in the document, since a different person may be looking at it. */}
          <Radix.Overlay className="fixed inset-0 z-50 bg-background" />
          <Radix.Content ref={putAside} className={cn(sheetStyle, 'sm:max-w-[35rem]')}>
            <div>
              <Radix.Title asChild>
                <h1 className="text-xl font-bold">{title}</h1>
              </Radix.Title>
              <Radix.Description className="mt-3 text-pretty text-muted">
                {reason} What you were writing is still here: {way} in the tab that opens, then come back to
                this page and go on.
              </Radix.Description>
            </div>
            <DialogActions>
              <Button variant="outline" onClick={leave}>
                Give up what I wrote
              </Button>
              <a href={`/login#${logInHash}`} target="_blank" rel="noopener" className={buttonStyle()}>
                {button}
              </a>
            </DialogActions>
          </Radix.Content>
        </main>
      </Radix.Portal>
    </Radix.Root>
  )
}

const out = {
  title: 'You have been signed out',
  reason: 'The session here was ended from another device, or has run out.',
  way: 'log in again',
  button: 'Log in again',
}

/** Also after logging in again, for as long as the second step is still to be taken in the other tab. */
const halfIn = {
  title: 'One more step',
  reason: 'Your account asks for a second sign that it is you.',
  way: 'give it',
  button: 'Take this step',
}

/** Swallows Escape: nothing here closes by it, and the page below would answer it by asking whether to discard the words. */
function takeEscape(): () => void {
  const take = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopImmediatePropagation()
    event.preventDefault()
  }
  window.addEventListener('keydown', take, { capture: true })
  return () => window.removeEventListener('keydown', take, { capture: true })
}

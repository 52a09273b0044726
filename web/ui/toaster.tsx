import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { type ExternalToast, Toaster as Sonner, toast as sonner } from 'sonner'
import { goesAfter } from './toast-time.ts'

/** Toasts appear at the bottom right, on phones at the bottom; at most 3 at once. `show` ends them. */
export function Toaster({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])

  return (
    <Sonner
      position="bottom-right"
      duration={Number.POSITIVE_INFINITY}
      visibleToasts={3}
      closeButton
      // Stacked on top of each other, toasts would cover each other's close buttons.
      expand
      offset={{ bottom: 'var(--above-bar)', right: 24 }}
      mobileOffset={{ bottom: 'var(--above-bar)', left: 16, right: 16 }}
      containerAriaLabel="Messages"
      icons={{
        success: <CircleCheck aria-hidden="true" />,
        error: <CircleAlert aria-hidden="true" />,
        info: <Info aria-hidden="true" />,
      }}
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-card border border-border bg-raised p-4 pe-[3rem] text-foreground shadow-card sm:w-[23.75rem]',
          title: 'font-bold',
          description: 'text-sm text-muted',
          success: '[&_[data-icon]]:text-leaf',
          error: 'border-danger! [&_[data-icon]]:text-danger',
          closeButton:
            'absolute end-0 top-0 flex size-12 items-center justify-center rounded-full text-muted hover:text-foreground [&_svg]:size-5',
        },
      }}
    />
  )
}

export function show(tone: 'success' | 'error' | 'info', title: string, more: ExternalToast): void {
  const id = sonner[tone](title, more)
  goesAfter(isHeld, () => sonner.dismiss(id))
}

const held = '[data-sonner-toaster]:is(:hover, :has(:focus-visible))'
const isHeld = () => document.hidden || document.querySelector(held) !== null

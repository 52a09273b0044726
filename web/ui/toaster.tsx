import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'

/** Toasts appear at the bottom right, on phones at the bottom; each for about 4 s, at most 3 at once. */
export function Toaster({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])

  return (
    <Sonner
      position="bottom-right"
      duration={4000}
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

export { sonner as show }

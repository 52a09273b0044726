import { createElement } from 'react'
import { landingParts, landingSlots } from '#contract/landing-slots.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { wide } from './section.tsx'

/** Who runs this Kinora. The server inserts the operator's addresses, and removes the links that have none. */
export function Footer() {
  return (
    <footer className="bg-card">
      <div className={`${wide} flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-12`}>
        <div>
          <Logo />
          <p className="mt-3 text-muted">Keeps a family’s stories.</p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {createElement(
            landingParts.email,
            null,
            <a href={`mailto:${landingSlots.email}`} className={buttonStyle({ variant: 'outline' })}>
              Email Us
            </a>,
          )}
          {createElement(
            landingParts.page,
            null,
            <a href={landingSlots.page} rel="noreferrer" className={buttonStyle({ variant: 'outline' })}>
              Check Our Page
            </a>,
          )}
        </div>
        <div className="flex w-full flex-wrap justify-between gap-x-10 gap-y-2 border-t border-border pt-6 text-muted">
          <p>© {landingSlots.years} Kinora</p>
          {createElement(
            landingParts.email,
            null,
            <p>
              <a href={`mailto:${landingSlots.email}`} className="underline underline-offset-4">
                {landingSlots.email}
              </a>
            </p>,
          )}
        </div>
      </div>
    </footer>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { buttonStyle } from '../../ui/button.tsx'
import { wide } from './section.tsx'

type SampleBookProps = {
  title: string
  /** The pages of the book, each with a React key. */
  children: readonly ReactElement[]
}

/**
 * A sample storybook. Its pages lie side by side in a strip that snaps to each page while scrolling, which needs no script.
 * Buttons, dots and arrow keys need one, and keep their space until it is loaded.
 */
export function SampleBook({ title, children }: SampleBookProps) {
  const arrow = buttonStyle({ variant: 'outline', size: 'icon' })
  return (
    <section id="sample" aria-labelledby="sample-title" className="book-band py-16 sm:py-24">
      <section
        aria-roledescription="carousel"
        aria-label="Sample storybook"
        className={`${wide} book-carousel`}
        data-carousel
      >
        <div>
          <h2 id="sample-title" className="max-w-[47.5rem] font-story text-xl font-semibold sm:text-2xl">
            Leaf through a storybook
          </h2>
          <p className="mt-4 max-w-[40rem] text-lg text-muted">
            “{title}” was written and drawn for this page, and bound as every book is here. Yours is made of
            your own stories, in your family’s words.
          </p>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <ol className="book-strip mt-8" tabIndex={0} aria-label="Pages" data-strip>
          {children.map((sheet) => (
            <li key={sheet.key} className="book-page" data-page>
              {sheet}
            </li>
          ))}
        </ol>
        <div className="book-controls">
          <div className="flex items-center justify-center gap-4">
            <button type="button" className={arrow} aria-label="Previous page" data-previous>
              <ChevronLeft size={28} aria-hidden="true" />
            </button>
            <p className="min-w-36 text-center tabular-nums" aria-live="polite" data-position>
              Page 1 of {children.length}
            </p>
            <button type="button" className={arrow} aria-label="Next page" data-next>
              <ChevronRight size={28} aria-hidden="true" />
            </button>
          </div>
          <div className="book-dots">
            {children.map(({ key }, index) => (
              <button
                key={key}
                type="button"
                aria-label={`Go to page ${index + 1}`}
                aria-current={index === 0 ? 'true' : undefined}
                data-dot
              />
            ))}
          </div>
        </div>
      </section>
    </section>
  )
}

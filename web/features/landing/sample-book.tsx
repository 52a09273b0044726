import { ChevronLeft, ChevronRight } from 'lucide-react'
import { buttonStyle } from '../../ui/button.tsx'
import { Section } from './section.tsx'

export type BookPage = { src: string; alt: string; text: string }

type SampleBookProps = { title: string; pages: readonly BookPage[] }

/**
 * A storybook to leaf through. The pages lie beside each other in a strip that scrolls from page to page: that needs no
 * script. Buttons, dots and arrow keys do, and keep their place until it has come.
 */
export function SampleBook({ title, pages }: SampleBookProps) {
  const arrow = buttonStyle({ variant: 'outline', size: 'icon' })
  return (
    <Section
      id="sample"
      title="Leaf through a storybook"
      sentence={`“${title}” was written and drawn for this page. Yours is made of your own stories, in your family’s words.`}
      className="book-band"
    >
      <section aria-roledescription="carousel" aria-label="Sample storybook" className="mt-10" data-carousel>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
        <ol className="book-strip" tabIndex={0} aria-label="Pages" data-strip>
          {pages.map(({ src, alt, text }, index) => (
            <li key={src} className="book-page">
              <img src={src} alt={alt} width={800} height={800} loading="lazy" decoding="async" />
              <p className={index === 0 ? 'book-words book-title' : 'book-words'}>{text}</p>
            </li>
          ))}
        </ol>
        <div className="book-controls">
          <div className="flex items-center justify-center gap-4">
            <button type="button" className={arrow} aria-label="Previous page" data-previous>
              <ChevronLeft size={28} aria-hidden="true" />
            </button>
            <p className="min-w-36 text-center tabular-nums" aria-live="polite" data-position>
              Page 1 of {pages.length}
            </p>
            <button type="button" className={arrow} aria-label="Next page" data-next>
              <ChevronRight size={28} aria-hidden="true" />
            </button>
          </div>
          <div className="book-dots">
            {pages.map(({ src }, index) => (
              <button
                key={src}
                type="button"
                aria-label={`Go to page ${index + 1}`}
                aria-current={index === 0 ? 'true' : undefined}
                data-dot
              />
            ))}
          </div>
        </div>
      </section>
    </Section>
  )
}

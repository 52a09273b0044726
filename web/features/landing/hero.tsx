import { buttonStyle } from '../../ui/button.tsx'
import { HeroDrawing } from './drawing/hero-drawing.tsx'
import { EntryLink } from './entry-link.tsx'

/** What Kinora is, in one sentence and one picture, and the link into the app. */
export function Hero() {
  return (
    <section className="mx-auto grid w-full max-w-[83rem] items-center gap-8 px-4 pt-4 pb-12 sm:px-6 lg:grid-cols-[5fr_6fr] lg:gap-14 lg:pt-6 lg:pb-20">
      <div>
        <h1 className="font-story text-2xl font-semibold sm:text-3xl">
          Keep the stories only your family can tell
        </h1>
        <p className="mt-5 max-w-[33.75rem] text-lg text-muted">
          Sit down with somebody you love and press Record. Kinora keeps every second safe, and makes of it
          what your grandchildren will read and hear.
        </p>
        <div className="mt-8 flex flex-wrap gap-4">
          <EntryLink look={buttonStyle({ variant: 'hero', size: 'xl' })} />
          <a href="#sample" className={buttonStyle({ variant: 'hero-outline', size: 'xl' })}>
            Leaf through a book
          </a>
        </div>
        <p className="mt-6 text-muted">Free to begin, without a card. What you record stays yours.</p>
      </div>
      <div className="hero-picture">
        <HeroDrawing />
      </div>
    </section>
  )
}

import { buttonStyle } from '../../ui/button.tsx'
import { EntryLink } from './entry-link.tsx'
import { wide } from './section.tsx'

/** Repeats the link to sign up. 'See Demo' leads to what can be tried without an account: the storybook on this page. */
export function CallToAction() {
  return (
    <section aria-labelledby="begin-title" className="begin-band">
      <div className={`${wide} py-16 text-center sm:py-24`}>
        <h2 id="begin-title" className="mx-auto max-w-[47.5rem] font-story text-xl font-semibold sm:text-3xl">
          Who is the first you would like to ask?
        </h2>
        <p className="mx-auto mt-4 max-w-[35rem] text-lg">
          The first story needs a question and ten minutes.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-4">
          <EntryLink look={buttonStyle({ variant: 'default', size: 'xl' })} className="begin-entry" />
          <a href="#sample" className={buttonStyle({ variant: 'hero-outline', size: 'xl' })}>
            See Demo
          </a>
        </div>
      </div>
    </section>
  )
}

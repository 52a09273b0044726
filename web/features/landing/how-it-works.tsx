import { AskDrawing, GiveDrawing, KeepDrawing, ReadDrawing, RecordDrawing } from './drawing/steps.tsx'
import { Section } from './section.tsx'

const steps = [
  {
    drawing: <AskDrawing />,
    name: 'Ask',
    words: 'Take a question from the library, or write the one you have always wanted to ask.',
  },
  {
    drawing: <RecordDrawing />,
    name: 'Record',
    words: 'Film or sound, on a computer or a phone. Far away? Send a link: no account is needed to answer.',
  },
  {
    drawing: <KeepDrawing />,
    name: 'Know it is safe',
    words: 'A line on the screen says what is safe, to the second. The server reads back what it wrote.',
  },
  {
    drawing: <ReadDrawing />,
    name: 'Read and add',
    words:
      'Add the photograph that belongs to it. Where a speech engine is set up, read what was said and put right a name.',
  },
  {
    drawing: <GiveDrawing />,
    name: 'Hand it on',
    words: 'Make a book, share it with those you choose, and find everybody in the family tree.',
  },
]

/** Five cards, from the first question to the book. */
export function HowItWorks() {
  return (
    <Section id="how" title="How it works" className="bg-card">
      <ol className="mt-10 grid gap-5 md:grid-cols-6 xl:grid-cols-5">
        {steps.map(({ drawing, name, words }, index) => (
          <li
            key={name}
            className="flex flex-col rounded-card bg-background p-6 max-xl:md:col-span-2 max-xl:md:nth-[n+4]:col-span-3"
          >
            <div className="step-drawing">{drawing}</div>
            <h3 className="mt-5 font-story text-lg font-semibold">
              <span className="text-leaf">{index + 1}.</span> {name}
            </h3>
            <p className="mt-2 text-muted">{words}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

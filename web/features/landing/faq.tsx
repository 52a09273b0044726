import { ChevronDown } from 'lucide-react'
import { questions } from './questions.ts'
import { Section } from './section.tsx'

/** Only one question is open at a time: the browser ensures that, because all `details` share one name. */
export function Faq() {
  return (
    <Section id="faq" title="Questions, and honest answers" className="bg-card">
      <div className="mt-10 max-w-[50rem] border-t border-edge">
        {questions.map(({ question, answer }) => (
          <details key={question} name="faq" className="question border-b border-edge">
            <summary className="flex min-h-16 items-center justify-between gap-4 py-4 font-semibold">
              <h3>{question}</h3>
              <ChevronDown size={26} aria-hidden="true" className="question-mark shrink-0 text-leaf" />
            </summary>
            <p className="max-w-[42.5rem] pb-6">{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  )
}

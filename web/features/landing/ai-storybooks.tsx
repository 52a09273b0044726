import { BookHeart, HardDriveDownload, MessageCircleQuestion, Play } from 'lucide-react'
import { levelPath } from './drawing/levels.ts'
import { wide } from './section.tsx'

const sides = [
  {
    Icon: BookHeart,
    name: 'Their words, and their voice',
    words:
      'Pages are laid out from what was really said, with your pictures. A paragraph that was told can play the voice that told it.',
  },
  {
    Icon: MessageCircleQuestion,
    name: 'AI proposes, a person decides',
    words:
      'Summaries and corrections are proposals; nothing changes until somebody accepts them. Where no AI model is set up, simpler means on this server make them.',
  },
  {
    Icon: HardDriveDownload,
    name: 'A book to take away',
    words:
      'An e-book for tablets, phones and e-readers, with the voices reading along, and a PDF laid out for printing.',
  },
] as const

/** What a storybook is, and what the machine contributes to it. */
export function AiStorybooks() {
  return (
    <section id="storybooks" aria-labelledby="storybooks-title" className="bg-card py-16 sm:py-24">
      <div className={`${wide} grid items-center gap-12 lg:grid-cols-2 lg:gap-20`}>
        <div>
          <h2 id="storybooks-title" className="font-story text-xl font-semibold sm:text-2xl">
            AI storybooks that put no words into anybody’s mouth
          </h2>
          <p className="mt-4 max-w-[33.75rem] text-lg text-muted">
            Choose stories, put them in order, and leaf through the book a moment later.
          </p>
          <ul className="mt-8 grid gap-7">
            {sides.map(({ Icon, name, words }) => (
              <li key={name} className="flex gap-4">
                <span className="flex size-12 shrink-0 items-center justify-center rounded-card bg-tint text-leaf">
                  <Icon size={26} aria-hidden="true" />
                </span>
                <div>
                  <h3 className="font-semibold">{name}</h3>
                  <p className="mt-1 text-muted">{words}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <OpenPage />
      </div>
    </section>
  )
}

const levels = [8, 14, 22, 16, 28, 20, 34, 26, 14, 30, 38, 24, 18, 32, 22, 12, 26, 16, 10, 18, 12, 8]

/** A drawn page of such a book: a picture of the product, not the product. */
function OpenPage() {
  return (
    <div className="paper-page" aria-hidden="true">
      <p className="text-sm font-semibold text-leaf">Chapter two</p>
      <p className="mt-2 font-story text-xl font-semibold">The harbour dance</p>
      <p className="mt-5 font-story text-lg leading-relaxed">
        “I was nineteen, and he had two left feet. But the band played on, and so did we, until the last tram
        had gone.”
      </p>
      <div className="mt-6 flex items-center gap-4 rounded-full bg-tint py-2 pr-6 pl-2">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary">
          <Play size={22} fill="currentColor" />
        </span>
        <svg viewBox="0 0 176 48" aria-hidden="true" className="h-10 w-full max-w-56 text-leaf">
          <path
            d={levelPath(levels, 4, 8, 24)}
            stroke="currentColor"
            strokeWidth="3.5"
            strokeLinecap="round"
          />
        </svg>
        <span className="text-sm whitespace-nowrap text-muted tabular-nums">0:14</span>
      </div>
      <p className="mt-5 font-story text-lg leading-relaxed">
        “We walked home along the river and talked until it was light again. I have never been so tired, nor
        so awake.”
      </p>
      <p className="mt-6 text-center text-sm text-muted">27</p>
    </div>
  )
}

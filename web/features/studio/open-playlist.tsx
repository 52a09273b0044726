import { ArrowLeft } from 'lucide-react'
import type { WholePlaylist } from '#contract/prompts.ts'
import { Button } from '../../ui/button.tsx'
import { QuestionButton } from './question-button.tsx'
import type { Asking } from './use-asking.ts'

/** The open playlist: its questions in order, and the way to step through them. */
export function OpenPlaylist({ asking, playlist }: { asking: Asking; playlist: WholePlaylist }) {
  return (
    <>
      <Button variant="ghost" size="sm" className="self-start" onClick={asking.close}>
        <ArrowLeft size={20} className="rtl:-scale-x-100" aria-hidden="true" />
        All prompts
      </Button>
      <div>
        <h2 dir="auto" className="font-bold wrap-anywhere">
          {playlist.name}
        </h2>
        <p className="mt-1 text-sm text-muted">
          The next question: Page Down, the right arrow, F8, or a foot pedal that sends one of them.
        </p>
      </div>
      <ol aria-label={playlist.name} className="flex flex-col gap-2">
        {playlist.prompts.map((prompt) => (
          <li key={prompt.id}>
            <QuestionButton prompt={prompt} asking={asking} />
          </li>
        ))}
      </ol>
    </>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { countOf } from '../../lib/format.ts'
import { HeldButton } from '../../ui/held-button.tsx'
import type { Asking } from './use-asking.ts'

/** Steps through a playlist, question by question, with buttons large enough to press without looking away from the person. */
export function QuestionSteps({ playlist, place, reached, step }: Asking) {
  if (!playlist || playlist.promptCount === 0) return null
  return (
    <nav
      aria-label={`Questions of ${playlist.name}`}
      data-repeat="after-double"
      className="flex flex-wrap items-center justify-center gap-4"
    >
      <HeldButton
        variant="outline"
        className="size-16 p-0"
        aria-label="Previous question"
        held={place < 0 ? reached < 0 : place === 0}
        onClick={() => step(-1)}
      >
        <ChevronLeft size={28} className="rtl:-scale-x-100" aria-hidden="true" />
      </HeldButton>
      <p aria-live="polite" className="min-w-32 text-center text-muted tabular-nums">
        {place < 0
          ? countOf(playlist.promptCount, 'question')
          : `Question ${place + 1} of ${playlist.promptCount}`}
      </p>
      <HeldButton
        variant="secondary"
        className="min-h-16"
        held={reached >= playlist.promptCount - 1}
        onClick={() => step(1)}
      >
        Next question
        <ChevronRight size={28} className="rtl:-scale-x-100" aria-hidden="true" />
      </HeldButton>
    </nav>
  )
}

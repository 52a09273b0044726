import { Check } from 'lucide-react'
import type { Prompt } from '#contract/prompts.ts'
import { relativeInSentence } from '../../lib/format.ts'
import type { Asking } from './use-asking.ts'

/** A question to choose; the current one is marked, and so are those that were asked before. */
export function QuestionButton({ prompt, asking }: { prompt: Prompt; asking: Asking }) {
  const asked = askedWords(prompt, asking.askedHere)
  return (
    <button
      type="button"
      aria-pressed={prompt.id === asking.question?.id}
      onClick={() => asking.ask(prompt)}
      className="w-full rounded-card border-2 border-border bg-card p-4 text-start hover:border-primary-dark aria-pressed:border-primary aria-pressed:bg-tint"
    >
      <span dir="auto" className="block font-story wrap-anywhere">
        {prompt.text}
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {prompt.category}
        {asked ? (
          <span className="inline-flex items-center gap-1 text-leaf">
            <Check size={18} aria-hidden="true" />
            {asked}
          </span>
        ) : null}
      </span>
    </button>
  )
}

function askedWords(prompt: Prompt, askedHere: ReadonlySet<string>): string | null {
  if (askedHere.has(prompt.id)) return 'Asked today'
  return prompt.asked ? `Asked ${relativeInSentence(prompt.asked.at)}` : null
}

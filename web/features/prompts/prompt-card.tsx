import { Link } from '@tanstack/react-router'
import { Check, Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Prompt } from '#contract/prompts.ts'
import { relativeInSentence } from '../../lib/format.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PublishedBadge } from './origin.tsx'
import { PromptMenu } from './prompt-menu.tsx'
import type { StartTask } from './tasks.ts'
import { usePromptActions } from './use-prompts.ts'

/** A question, its origin, whether it was asked, and a button to record an answer. */
export function PromptCard({ prompt, onTask }: { prompt: Prompt; onTask: StartTask }) {
  const actions = usePromptActions()
  return (
    <article className="flex h-full flex-col gap-4 rounded-card bg-card p-5 shadow-card">
      <div className="flex flex-wrap items-center gap-2">
        <Badge>{prompt.category}</Badge>
        <PublishedBadge {...prompt} />
      </div>
      <p dir="auto" className="flex-1 font-story text-lg leading-snug wrap-anywhere">
        {prompt.text}
      </p>
      <AskedLine prompt={prompt} />
      {prompt.author && !prompt.isOfficial ? (
        <p className="text-sm text-muted wrap-anywhere">By {prompt.author}</p>
      ) : null}
      <div className="flex items-center justify-between gap-3">
        <RecordThis prompt={prompt} />
        <PromptMenu prompt={prompt} actions={actions} onTask={onTask} />
      </div>
      {actions.failure ? <Alert>{actions.failure}</Alert> : null}
    </article>
  )
}

/** When and in which story the family was last asked; renders nothing for a question never asked. */
export function AskedLine({ prompt: { asked } }: { prompt: Prompt }) {
  if (!asked) return null
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Check size={20} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
      <span className="wrap-anywhere">
        Asked {relativeInSentence(asked.at)} in{' '}
        <Link
          to="/app/stories/$storyId"
          params={{ storyId: asked.storyId }}
          className="font-semibold text-leaf underline underline-offset-4"
        >
          {asked.storyTitle}
        </Link>
      </span>
    </p>
  )
}

/** A link to the studio that begins with this question. */
export function RecordThis({ prompt, children }: { prompt: Prompt; children?: ReactNode }) {
  return (
    <Button variant="secondary" size="sm" asChild>
      <Link to="/app/studio" search={toRecord({ title: prompt.text, prompt: prompt.id })}>
        <Mic size={20} aria-hidden="true" />
        {children ?? 'Record this'}
      </Link>
    </Button>
  )
}

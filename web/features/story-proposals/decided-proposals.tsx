import { Check, Undo2, X } from 'lucide-react'
import type { Proposal } from '#contract/story-proposals.ts'
import { countOf } from '../../lib/format.ts'
import { HeldButton } from '../../ui/held-button.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { nameOf } from './proposal-row.tsx'
import { oneOf } from './words.ts'

type Props = {
  items: readonly Proposal[]
  /** How many were decided besides those in `items`. */
  more: number
  busy: boolean
  onReopen: (proposal: Proposal) => void
}

/** The accepted and refused proposals, collapsed; each can be reopened. */
export function DecidedProposals({ items, more, busy, onReopen }: Props) {
  if (items.length === 0) return null
  return (
    <details className="border-t border-border pt-2">
      <summary className="flex min-h-12 cursor-pointer items-center gap-2 font-semibold text-leaf">
        What was decided ({items.length + more})
      </summary>
      <Portioned items={items}>
        {(drawn) => (
          <ul className="flex flex-col">
            {drawn.map((proposal) => (
              <li
                key={proposal.id}
                className="flex flex-wrap items-center justify-between gap-x-4 border-t border-border py-1 first:border-t-0"
              >
                <span className="flex min-w-0 flex-1 basis-60 items-center gap-3">
                  {proposal.state === 'accepted' ? (
                    <Check size={20} className="shrink-0 text-leaf" aria-label="Accepted" />
                  ) : (
                    <X size={20} className="shrink-0 text-muted" aria-label="Refused" />
                  )}
                  <span className="min-w-0">
                    <span className="text-sm text-muted">{oneOf[proposal.kind]}: </span>
                    <span dir="auto" className="line-clamp-2 wrap-anywhere">
                      {proposal.text}
                    </span>
                  </span>
                </span>
                <HeldButton
                  variant="ghost"
                  size="sm"
                  aria-label={`Take back ${nameOf(proposal)}`}
                  held={busy}
                  onClick={() => onReopen(proposal)}
                >
                  <Undo2 size={20} aria-hidden="true" />
                  Take back
                </HeldButton>
              </li>
            ))}
          </ul>
        )}
      </Portioned>
      {more > 0 ? (
        <p className="max-w-[40rem] border-t border-border pt-3 text-sm text-pretty text-muted">
          {countOf(more, 'more decision')} {more === 1 ? 'is' : 'are'} kept. The next come here as you take
          some of these back.
        </p>
      ) : null}
    </details>
  )
}

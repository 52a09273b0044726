import { ArrowRight, Play, X } from 'lucide-react'
import type { Suggestion, SuggestionType } from '#contract/suggestions.ts'
import { formatMoment } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { HeldButton } from '../../ui/held-button.tsx'
import { Switch } from '../../ui/switch.tsx'

const names: Record<SuggestionType, string> = { typo: 'Typo', grammar: 'Grammar', speaker: 'Speaker' }

export type SuggestionItemProps = {
  suggestion: Suggestion
  approved: boolean
  mayChange: boolean
  busy: boolean
  onApprovedChange: (approved: boolean) => void
  onDismiss: () => void
  onPlay: () => void
}

/** One suggestion: the present text, the suggested text, and a button to hear the place. */
export function SuggestionItem(props: SuggestionItemProps) {
  const { suggestion, approved, mayChange, busy, onApprovedChange, onDismiss, onPlay } = props
  const { type, original, suggested, before, after, reason, startMs } = suggestion
  return (
    <li className="flex flex-col gap-3 rounded-card border border-border bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Badge>{names[type]}</Badge>
        <Button variant="ghost" size="sm" className="-me-3" onClick={onPlay}>
          <Play size={20} aria-hidden="true" />
          <span className="sr-only">Play from </span>
          {formatMoment(startMs)}
        </Button>
      </div>
      <p dir="auto" className="flex flex-wrap items-center gap-x-2 text-lg">
        <span className="sr-only">Now: </span>
        <del className="wrap-anywhere text-danger">{original}</del>
        <ArrowRight size={20} className="shrink-0 text-muted rtl:-scale-x-100" aria-hidden="true" />
        <span className="sr-only">Suggested: </span>
        <ins className="font-bold wrap-anywhere text-leaf no-underline">{suggested}</ins>
      </p>
      <p dir="auto" className="font-story text-pretty wrap-anywhere text-muted">
        {type === 'speaker' ? (
          <>“{[before, after].filter(Boolean).join(' … ')}”</>
        ) : (
          <>
            “{before} <mark className="bg-warn-tint text-warn">{original}</mark> {after}”
          </>
        )}
      </p>
      {reason ? <p className="text-sm text-pretty text-muted">{reason}</p> : null}
      {mayChange ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-border pt-3">
          <HeldButton variant="ghost" size="sm" className="-ms-3" held={busy} onClick={onDismiss}>
            <X size={20} aria-hidden="true" />
            Not a mistake
          </HeldButton>
          <Switch label="Approve" checked={approved} disabled={busy} onCheckedChange={onApprovedChange} />
        </div>
      ) : null}
    </li>
  )
}

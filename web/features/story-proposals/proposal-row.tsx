import { Check, Pencil, X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Proposal } from '#contract/story-proposals.ts'
import { cn } from '../../ui/cn.ts'
import { HeldButton } from '../../ui/held-button.tsx'
import { useInPlace } from '../../ui/use-inline-editor.ts'
import { type Playing, PlayPlaces } from './play-places.tsx'
import { ProposalForm, type Wording } from './proposal-form.tsx'
import { acceptOf, oneOf } from './words.ts'

export type ProposalRowProps = Playing & {
  proposal: Proposal
  /** Whether people of the family tree can be chosen. */
  isOwn: boolean
  busy: boolean
  onEditing: (isEdited: boolean) => void
  onAccept: (wording: Wording) => void
  onRefuse: () => void
}

/** One proposal: its text, the places it rests on, and the buttons to decide about it. */
export function ProposalRow(props: ProposalRowProps) {
  const { proposal, isOwn, busy, onAccept, onRefuse, parts, onPlay } = props
  const { isEditing, begin, end, opener } = useInPlace()
  const { onEditing } = props
  const edit = () => {
    onEditing(true)
    begin()
  }
  const leave = () => {
    onEditing(false)
    end()
  }
  const { kind, text } = proposal
  const isLong = kind === 'summary' || kind === 'question'

  if (isEditing) {
    return (
      <li className="rounded-card border border-border bg-background p-4 sm:p-5">
        <ProposalForm proposal={proposal} isOwn={isOwn} busy={busy} onSave={onAccept} onCancel={leave} />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-border py-2 first:border-t-0">
      {kind === 'summary' ? (
        <SummarySentences proposal={proposal} parts={parts} onPlay={onPlay} />
      ) : (
        <div
          className={cn(
            'flex min-w-0 flex-1 flex-wrap items-center gap-x-4',
            isLong ? 'basis-full' : 'basis-60',
          )}
        >
          <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
            {text}
          </span>
          <PlayPlaces spans={proposal.evidence.flatMap(({ spans }) => spans)} parts={parts} onPlay={onPlay} />
        </div>
      )}
      <div className={cn('flex flex-wrap', isLong ? '-ms-3' : 'max-sm:-ms-3 sm:-me-2')}>
        <Act
          label={kind === 'question' ? `${acceptOf(kind)}: ${text}` : `Accept ${nameOf(proposal)}`}
          held={busy}
          onClick={() => onAccept({})}
        >
          <Check size={22} className="text-leaf" aria-hidden="true" />
          {acceptOf(kind)}
        </Act>
        <Act label={`Edit ${nameOf(proposal)}`} held={busy} ref={opener} onClick={edit}>
          <Pencil size={20} aria-hidden="true" />
          Edit
        </Act>
        <Act label={`Refuse ${nameOf(proposal)}`} held={busy} onClick={onRefuse}>
          <X size={22} aria-hidden="true" />
          Refuse
        </Act>
      </div>
    </li>
  )
}

/** Tells the buttons of one proposal apart from those of the next for screen readers. */
export const nameOf = ({ kind, text }: Proposal) =>
  kind === 'summary' ? 'the summary' : `${oneOf[kind].toLowerCase()} ${text}`

function Act(props: {
  label: string
  held: boolean
  ref?: Ref<HTMLButtonElement> | undefined
  onClick: () => void
  children: ReactNode
}) {
  const { label, held, ref, onClick, children } = props
  return (
    <HeldButton
      variant="ghost"
      size="sm"
      className="gap-1.5! px-3!"
      aria-label={label}
      held={held}
      ref={ref}
      onClick={onClick}
    >
      {children}
    </HeldButton>
  )
}

/** A summary sentence by sentence, each with the places it rests on. */
export function SummarySentences({ proposal, parts, onPlay }: Playing & { proposal: Proposal }) {
  if (proposal.reworded) {
    const spans = proposal.evidence.flatMap((each) => each.spans)
    return (
      <div className="flex basis-full flex-col gap-1">
        <p dir="auto" className="max-w-[42.5rem] font-story whitespace-pre-line wrap-anywhere">
          {proposal.text}
        </p>
        <PlayPlaces spans={spans} parts={parts} onPlay={onPlay} />
      </div>
    )
  }
  return (
    <ul className="flex max-w-[45rem] basis-full flex-col gap-1">
      {proposal.evidence.map(({ sentence, spans }) => (
        <li key={sentence} className="flex flex-col sm:flex-row sm:items-start sm:justify-between sm:gap-4">
          <p dir="auto" className="min-w-0 font-story wrap-anywhere sm:py-2.5">
            {sentence}
          </p>
          <PlayPlaces spans={spans} parts={parts} onPlay={onPlay} />
        </li>
      ))}
    </ul>
  )
}

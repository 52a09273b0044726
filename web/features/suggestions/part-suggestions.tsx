import { CheckCheck, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import type { SuggestionList } from '#contract/suggestions.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { UndoNote } from '../../ui/undo-note.tsx'
import { SuggestionItem } from './suggestion-item.tsx'
import { useApprove, useDismiss, useLook, useSuggestions, useUndoApproval } from './use-suggestions.ts'

export type PartSuggestionsProps = {
  /** The recording or file that the transcript belongs to. */
  id: string
  mayChange: boolean
  onPlay: (id: string, atMs: number) => void
}

/** The suggestions for one recording, to approve individually or together. All are ticked at first. */
export function PartSuggestions({ id, mayChange, onPlay }: PartSuggestionsProps) {
  const list = useSuggestions(id)
  if (list.isPending) return <SuggestionsSkeleton />
  if (!list.data) {
    return (
      <ErrorPanel
        title="The suggestions could not be loaded"
        sentence={sentenceOf(list.error)}
        onRetry={() => list.refetch()}
      />
    )
  }
  return <Loaded id={id} list={list.data} mayChange={mayChange} onPlay={onPlay} />
}

/**
 * `undoId` is made once for each approval, so that pressing Undo again after a lost answer undoes nothing twice. Without a group
 * nothing was changed.
 */
type Applied = { count: number; stale: number; groupId: string | null; undoId: string }

function Loaded({ id, list, mayChange, onPlay }: PartSuggestionsProps & { list: SuggestionList }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [applied, setApplied] = useState<Applied | null>(null)
  const approve = useApprove(id)
  const dismiss = useDismiss(id)
  const undo = useUndoApproval(id)
  const busy = approve.isPending || dismiss.isPending || undo.isPending
  const approved = list.items.filter((one) => !left.has(one.id)).map((one) => one.id)
  const failure = lastFailure(approve, dismiss, undo)

  const setApproved = (suggestionId: string, is: boolean) =>
    setLeft((before) => {
      const after = new Set(before)
      if (is) after.delete(suggestionId)
      else after.add(suggestionId)
      return after
    })
  const apply = () =>
    approve.mutate(approved, {
      onSuccess: ({ approved: count, stale, groupId }) =>
        setApplied({ count, stale, groupId, undoId: newId() }),
    })
  const takeBack = (groupId: string, editId: string) =>
    undo.mutate({ editId, groupId }, { onSuccess: () => setApplied(null) })

  return (
    <div className="flex flex-col gap-5">
      {applied ? <Outcome applied={applied} busy={undo.isPending} onUndo={takeBack} /> : null}
      <Standing id={id} list={list} mayChange={mayChange} />
      {failure ? <Alert>{sentenceOf(failure)}</Alert> : null}
      {list.items.length > 0 ? (
        <Portioned items={list.items}>
          {(drawn) => (
            <ul className="flex flex-col gap-3">
              {drawn.map((suggestion) => (
                <SuggestionItem
                  key={suggestion.id}
                  suggestion={suggestion}
                  approved={!left.has(suggestion.id)}
                  mayChange={mayChange}
                  busy={busy}
                  onApprovedChange={(is) => setApproved(suggestion.id, is)}
                  onDismiss={() => dismiss.mutate(suggestion.id)}
                  onPlay={() => onPlay(id, suggestion.startMs)}
                />
              ))}
            </ul>
          )}
        </Portioned>
      ) : null}
      {mayChange && list.items.length > 0 ? (
        <div className="sticky -bottom-6 -mb-6 low:static flex flex-col gap-3 bg-raised pt-3 pb-6 sm:-bottom-8 sm:-mb-8 sm:flex-row sm:justify-end sm:pb-8">
          <Button variant="outline" disabled={busy || left.size === 0} onClick={() => setLeft(new Set())}>
            Approve All
          </Button>
          <Button busy={approve.isPending} disabled={busy || approved.length === 0} onClick={apply}>
            <CheckCheck size={22} aria-hidden="true" />
            Make {countOf(approved.length, 'change')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type OutcomeProps = { applied: Applied; busy: boolean; onUndo: (groupId: string, undoId: string) => void }

function Outcome({ applied, busy, onUndo }: OutcomeProps) {
  const { groupId, undoId } = applied
  if (groupId === null) return <p role="status">Nothing was changed: none of it fitted any more.</p>
  return <UndoNote words={wordsOf(applied)} busy={busy} onUndo={() => onUndo(groupId, undoId)} />
}

function wordsOf({ count, stale }: Applied): string {
  const made = `${countOf(count, 'change')} made in the transcript.`
  return stale > 0 ? `${made} ${stale} no longer fitted and were left out.` : made
}

/** Who has checked the transcript, what they could not check, and a button to have it checked again. */
function Standing({ id, list, mayChange }: { id: string; list: SuggestionList; mayChange: boolean }) {
  const look = useLook(id)
  if (list.state === 'waiting') {
    return (
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner />
        The transcript is being looked through. You can go on meanwhile.
      </p>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {sentencesOf(list).map((sentence) => (
        <p key={sentence} className="text-pretty text-muted">
          {sentence}
        </p>
      ))}
      {look.isError ? <Alert>{sentenceOf(look.error)}</Alert> : null}
      {mayChange ? (
        <Button variant="secondary" size="sm" busy={look.isPending} onClick={() => look.mutate()}>
          <SearchCheck size={20} aria-hidden="true" />
          {list.state === 'none' ? 'Look through it' : 'Look again'}
        </Button>
      ) : null}
    </div>
  )
}

function sentencesOf({ state, items, checkers, passedOver, stale }: SuggestionList): string[] {
  const nothing = items.length === 0 && state !== 'none' ? 'Nothing was found that looks wrong.' : ''
  const languages = new Intl.DisplayNames(['en'], { type: 'language' })
  return [
    state === 'none' ? 'Nobody has looked through this transcript yet.' : '',
    nothing,
    checkers.includes('english') && !checkers.includes('model')
      ? 'Checked by the rules of English on this server. How people talk is left as it is.'
      : '',
    checkers.includes('model')
      ? 'Checked by the text model, and by the rules of English on this server.'
      : '',
    state === 'failed'
      ? 'The text model could not be asked just now; what was found without it is here.'
      : '',
    passedOver.length > 0
      ? `Only English is proofread without a text model. Left alone: ${passedOver.map((tag) => languages.of(tag)).join(', ')}.`
      : '',
    stale > 0 ? `${countOf(stale, 'suggestion')} no longer fitted, because the words were changed.` : '',
  ].filter((sentence) => sentence !== '')
}

function SuggestionsSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">The suggestions are being loaded</span>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}

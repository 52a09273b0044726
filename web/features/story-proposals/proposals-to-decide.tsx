import { useState } from 'react'
import type { Proposal, ProposalKind, ProposalList } from '#contract/story-proposals.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { Alert } from '../../ui/alert.tsx'
import { HeldButton } from '../../ui/held-button.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { Progress } from '../../ui/progress.tsx'
import { UndoNote } from '../../ui/undo-note.tsx'
import { DecidedProposals } from './decided-proposals.tsx'
import type { Playing } from './play-places.tsx'
import { ProposalRow } from './proposal-row.tsx'
import { type Decision, useDecide } from './use-proposals.ts'
import { manyOf, onlyInEnglish, questionsFrom } from './words.ts'

/** The kinds in the order in which they are shown. Repeated here so that the page need not load the contract's schemas. */
const proposalKinds: ProposalKind[] = ['summary', 'title', 'tag', 'question', 'chapter', 'person', 'place']

/** The last decision; `about` is the proposals as they were before it, without the `withoutRoom` that stayed open. */
type Said = { about: readonly Proposal[]; decision: Decision; withoutRoom?: number }
type Props = Playing & { storyId: string; list: ProposalList; isOwn: boolean }

/** The open proposals by kind and the decided ones. Every decision can be undone. */
export function ProposalsToDecide({ storyId, list, isOwn, ...playing }: Props) {
  const { decide, busy, progress, error } = useDecide(storyId)
  const [last, setLast] = useState<Said | null>(null)
  const { standing, onEditing, isKnown } = useStanding(list)
  const open = [...standing, ...list.items.filter(({ state }) => state === 'open')]
  const decided = list.items.filter((one) => one.state !== 'open' && !standing.includes(one))
  // During a rolling update an older server may answer without this figure.
  const more = list.more ?? { open: 0, decided: 0 }

  const say = (about: readonly Proposal[], decision: Decision) =>
    decide(decision, (done, { items }) => {
      const openNow = new Set(items.filter(({ state }) => state === 'open').map(({ id }) => id))
      const said = about.slice(0, done).filter(({ id }) => !openNow.has(id))
      setLast({ about: said, decision, withoutRoom: done - said.length })
      for (const one of said) onEditing(one, false)
    })
  const acceptAll = (shown: readonly Proposal[]) => {
    const about = shown.filter((one) => !standing.includes(one))
    say(about, { ids: about.map(({ id }) => id), decision: 'accepted' })
  }
  const takeBack = (said: Said) => {
    const { about, decision } = said
    const before = decisionBefore(said, list)
    return decide(before, (done) => {
      const left = about.slice(done)
      if (left.length > 0) setLast({ about: left, decision })
      else setLast(before.decision === 'open' ? takenBack(about, decision.text) : null)
    })
  }
  const reopen = (one: Proposal) =>
    decide({ ids: [one.id], decision: 'open' }, () =>
      setLast(one.reworded ? takenBack([one], one.text) : null),
    )
  const mayTakeBack = last?.decision.decision !== 'open' || open.some(({ id }) => id === last.about[0]?.id)

  return (
    <>
      {error && !(isKnown && situationOf(error) === 'CONFLICT') ? <Alert>{sentenceOf(error)}</Alert> : null}
      {progress ? (
        <div className="flex flex-col gap-2">
          <Progress value={progress.done / progress.all} label="How many are done" />
          <p className="text-sm text-muted">
            {progress.done} of {progress.all} done. Please leave this page open.
          </p>
        </div>
      ) : null}
      {last && mayTakeBack && !progress ? (
        <UndoNote words={wordsOf(last)} busy={busy} onUndo={() => takeBack(last)} />
      ) : null}
      {proposalKinds.map((kind) => (
        <KindOfProposals
          key={kind}
          kind={kind}
          items={open.filter((one) => one.kind === kind)}
          isOwn={isOwn}
          unaskedLanguage={list.unaskedLanguage}
          busy={busy}
          onDecide={say}
          onAcceptAll={acceptAll}
          onEditing={onEditing}
          {...playing}
        />
      ))}
      {more.open > 0 ? (
        <p className="max-w-[40rem] text-pretty text-muted">
          {countOf(more.open, 'more proposal')} {more.open === 1 ? 'waits' : 'wait'}. The next come here as
          you decide about these.
        </p>
      ) : null}
      <DecidedProposals items={decided} more={more.decided} busy={busy} onReopen={reopen} />
    </>
  )
}

type KindProps = Playing & {
  kind: ProposalKind
  items: readonly Proposal[]
  isOwn: boolean
  unaskedLanguage: string | null
  busy: boolean
  onDecide: (about: readonly Proposal[], decision: Decision) => void
  onAcceptAll: (about: readonly Proposal[]) => void
  onEditing: (proposal: Proposal, isEdited: boolean) => void
}

function KindOfProposals(props: KindProps) {
  const { kind, items, unaskedLanguage, onDecide, onAcceptAll, onEditing, ...rest } = props
  const [first] = items
  if (!first) return null
  const mayTakeAll = items.length > 1 && kind !== 'summary' && kind !== 'title'
  return (
    <section aria-label={`Proposed: ${manyOf[kind]}`} className="flex flex-col gap-1">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold">
          {manyOf[kind]} <span className="font-normal text-muted">proposed</span>
        </h3>
        {mayTakeAll ? (
          <HeldButton variant="outline" size="sm" held={rest.busy} onClick={() => onAcceptAll(items)}>
            {kind === 'question' ? 'Add all' : 'Accept all'} {items.length}
            <span className="sr-only"> {manyOf[kind]}</span>
          </HeldButton>
        ) : null}
      </div>
      {kind === 'question' ? (
        <p className="max-w-[40rem] text-sm text-pretty text-muted">
          {questionsFrom[first.origin]}
          {first.origin === 'local' && unaskedLanguage !== null ? ` ${onlyInEnglish(unaskedLanguage)}` : ''}
        </p>
      ) : null}
      <Portioned items={items}>
        {(drawn) => (
          <ul className="flex flex-col">
            {drawn.map((proposal) => (
              <ProposalRow
                key={proposal.id}
                proposal={proposal}
                onEditing={(isEdited) => onEditing(proposal, isEdited)}
                onAccept={(wording) =>
                  onDecide([proposal], { ids: [proposal.id], decision: 'accepted', ...wording })
                }
                onRefuse={() => onDecide([proposal], { ids: [proposal.id], decision: 'refused' })}
                {...rest}
              />
            ))}
          </ul>
        )}
      </Portioned>
    </section>
  )
}

/**
 * Proposals being edited here that are no longer open, because somebody decided about them or the
 * story was read again: they stay, along with the typed text.
 */
function useStanding({ items }: ProposalList) {
  const [edited, setEdited] = useState<readonly Proposal[]>([])
  const onEditing = (proposal: Proposal, isEdited: boolean) =>
    setEdited((before) => [...before.filter(({ id }) => id !== proposal.id), ...(isEdited ? [proposal] : [])])
  const known = new Map(items.map((item) => [item.id, item]))
  const standing = edited
    .filter(({ id }) => known.get(id)?.state !== 'open')
    .map((proposal) => known.get(proposal.id) ?? proposal)
  // For those still known, the form shows what somebody else has made of them beside the typed text.
  return { standing, onEditing, isKnown: edited.every(({ id }) => known.has(id)) }
}

/**
 * The decision that undoes the last one: it restores an accepted text written by a person, and otherwise reopens the proposal. Whom
 * somebody else has chosen for it since stays.
 */
export function decisionBefore({ about, decision }: Said, { items }: Pick<ProposalList, 'items'>): Decision {
  const ids = about.map(({ id }) => id)
  const [one] = about
  if (one?.state !== 'accepted' || about.length > 1) return { ids, decision: 'open' }
  const now = items.find(({ id }) => id === one.id) ?? { ...one, familyMemberId: decision.familyMemberId }
  const was = decision.text ?? now.text
  const isChosenHere = decision.familyMemberId !== undefined && now.familyMemberId === decision.familyMemberId
  const link = isChosenHere ? { familyMemberId: one.familyMemberId } : {}
  return { ids, decision: 'accepted', text: one.text, was, ...link }
}

/**
 * A reopened proposal whose accepted text was written by a person and is kept nowhere else,
 * so that Undo can restore it; null if nobody wrote any.
 */
function takenBack([one]: readonly Proposal[], text: string | undefined): Said | null {
  if (!one || text === undefined) return null
  return { about: [{ ...one, state: 'accepted', text }], decision: { ids: [one.id], decision: 'open' } }
}

const doneOf = { accepted: 'accepted', refused: 'refused', open: 'taken back' }

function wordsOf({ about, decision: { decision, text }, withoutRoom = 0 }: Said): string {
  const [first] = about
  const done =
    first?.kind === 'question' && decision === 'accepted' ? 'added to My Prompts' : doneOf[decision]
  if (withoutRoom > 0)
    return `${countOf(about.length, 'proposal')} ${done}. There was no room for ${withoutRoom}.`
  if (!first || about.length > 1) return `${countOf(about.length, 'proposal')} ${done}.`
  const what = first.kind === 'summary' ? 'The summary was' : `“${text ?? first.text}” was`
  return `${what} ${done}.`
}

import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { Proposal } from '#contract/story-proposals.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { type Playing, PlayPlaces } from './play-places.tsx'
import { SummarySentences } from './proposal-row.tsx'

export type AcceptedProps = Playing & { items: readonly Proposal[]; isOwn: boolean }

/** The accepted proposals that appear nowhere else on the story's page: summary, people and places. */
export function Accepted({ items, isOwn, ...playing }: AcceptedProps) {
  const summary = items.find(({ kind }) => kind === 'summary')
  const people = items.filter(({ kind }) => kind === 'person')
  const places = items.filter(({ kind }) => kind === 'place')
  return (
    <>
      {summary ? <SummarySentences proposal={summary} {...playing} /> : null}
      {people.length > 0 ? (
        <section aria-label="People in it">
          <h3 className="mb-1 font-semibold">People in it</h3>
          <Portioned items={people}>
            {(drawn) => (
              <ul className="flex flex-col gap-1">
                {drawn.map((person) => (
                  <li key={person.id} className="flex flex-wrap items-center gap-x-3">
                    <Person person={person} isOwn={isOwn} />
                    <PlayPlaces spans={person.evidence.flatMap(({ spans }) => spans)} {...playing} />
                  </li>
                ))}
              </ul>
            )}
          </Portioned>
        </section>
      ) : null}
      {places.length > 0 ? (
        <section aria-label="Places in it">
          <h3 className="mb-1 font-semibold">Places in it</h3>
          <Portioned items={places}>
            {(drawn) => (
              <ul className="flex flex-col gap-1">
                {drawn.map((place) => (
                  <li key={place.id} className="flex flex-wrap items-center gap-x-3">
                    <span className="flex min-h-12 min-w-0 items-center gap-2">
                      <MapPin size={20} className="shrink-0 text-muted" aria-hidden="true" />
                      <span dir="auto" className="min-w-0 wrap-anywhere">
                        {place.text}
                      </span>
                    </span>
                    <PlayPlaces spans={place.evidence.flatMap(({ spans }) => spans)} {...playing} />
                  </li>
                ))}
              </ul>
            )}
          </Portioned>
        </section>
      ) : null}
    </>
  )
}

/** A person named in the story; links to their page if they are in the viewer's own family. */
function Person({ person: { text, familyMemberId }, isOwn }: { person: Proposal; isOwn: boolean }) {
  const face = (
    <>
      <Avatar name={text} size="sm" />
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {text}
      </span>
    </>
  )
  if (!isOwn || familyMemberId === null) {
    return <span className="flex min-h-12 min-w-0 items-center gap-3">{face}</span>
  }
  return (
    <Link
      to="/app/family/$memberId"
      params={{ memberId: familyMemberId }}
      className="flex min-h-12 min-w-0 items-center gap-3 text-leaf underline decoration-2 underline-offset-4 hover:decoration-[3px]"
    >
      {face}
    </Link>
  )
}

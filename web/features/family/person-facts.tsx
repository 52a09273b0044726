import type { FamilyMember } from '#contract/family-members.ts'
import { mayChange } from '#contract/rights.ts'
import { shownDate } from '../../lib/shown-date.ts'
import { PaddedCard } from '../../ui/card.tsx'
import { sexNames } from './words.ts'

/** The known facts about a person; unknown ones are left out. */
export function PersonFacts({ member }: { member: FamilyMember }) {
  const wayOn = mayChange(member.role) ? ' Edit to add dates, places and what you remember.' : ''
  const facts: [term: string, fact: string][] = [
    ['Name at birth', member.birthName],
    ['Sex', member.sex === 'unknown' ? '' : sexNames[member.sex]],
    ['Born', together(member.dateOfBirth, member.placeOfBirth)],
    [
      'Died',
      together(member.dateOfDeath, member.placeOfDeath) || (member.isDeceased ? 'No longer living' : ''),
    ],
    ['Lives in', member.isDeceased ? '' : member.currentLocation],
    ['Email', member.email],
    ['Phone', member.phone],
  ]
  const known = facts.filter(([, fact]) => fact !== '')
  return (
    <PaddedCard aria-labelledby="facts">
      <h2 id="facts" className="mb-4 text-lg font-bold">
        What is known
      </h2>
      {known.length === 0 && member.bio === '' ? (
        <p className="text-muted">Only a name so far.{wayOn}</p>
      ) : null}
      <dl className="grid gap-x-6 gap-y-3 not-empty:mb-5 last:mb-0 sm:grid-cols-[max-content_1fr]">
        {known.map(([term, fact]) => (
          <div key={term} className="sm:contents">
            <dt className="text-muted">{term}</dt>
            <dd dir="auto" className="wrap-anywhere">
              {fact}
            </dd>
          </div>
        ))}
      </dl>
      {member.bio ? (
        <p dir="auto" className="max-w-[65ch] font-story whitespace-pre-wrap wrap-anywhere">
          {member.bio}
        </p>
      ) : null}
    </PaddedCard>
  )
}

const together = (date: string, place: string) => [shownDate(date), place].filter(Boolean).join(', ')

import { limits } from '#contract/limits.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'

/**
 * The sentence for an error of sharing; if the plan's limit is reached, it says how many the plan allows. It avoids "your plan", because
 * the plan is the owner's, and the reader may be an admin of theirs or an invited person.
 */
export function sharingSentence(error: unknown): string {
  if (situationOf(error) === 'TOO_MANY_REQUESTS') return tooMany
  const limit = situationOf(error) === 'SHARING_LIMIT_REACHED' ? limitOf(error) : null
  if (limit === null) return sentenceOf(error)
  if (limit.kind === 'collaborators' && limit.limit === 0) {
    return 'Editors and admins come with the Family Plan. This one is for people who look: choose Viewer.'
  }
  const [one, many] = people[limit.kind]
  return `This plan has room for ${countOf(limit.limit, one, many)}. Everybody who has access keeps it.`
}

/** These limits last for hours, so "wait a moment" would have somebody try in vain. */
const tooMany = `Kinora looks for at most ${limits.unknownPeople} unknown addresses in an hour, and sends at most ${limits.invitationsPerDay} invitations in a day. Everybody who has access keeps it. Please go on later.`

const people: Record<Limit['kind'], [one: string, many: string]> = {
  viewers: ['family member who looks', 'family members who look'],
  collaborators: ['editor or admin', 'editors and admins'],
}

type Limit = { kind: 'viewers' | 'collaborators'; limit: number }

function limitOf(error: unknown): Limit | null {
  if (typeof error !== 'object' || error === null || !('data' in error)) return null
  const { data } = error
  if (typeof data !== 'object' || data === null || !('kind' in data) || !('limit' in data)) return null
  const { kind, limit } = data
  if (typeof limit !== 'number' || (kind !== 'viewers' && kind !== 'collaborators')) return null
  return { kind, limit }
}

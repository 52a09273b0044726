import { namedUuid } from '../../named-uuid.ts'
import type { SameThings } from './same-things.ts'
import { nobody } from './tables.ts'
import type { Row } from './take-rows.ts'

type Ids = {
  /** The account that the archive was made of, and the one it is brought into. */
  from: string
  to: string
  /** The ids of the archive's own questions; all other questions belong to the instance. */
  prompts: ReadonlySet<string>
  /** Whether both accounts belong to the same person, so that "you" in the one tree is "you" in the other. */
  isSamePerson: boolean
  /** What the account has under other ids; may still grow while rows are renamed. */
  same: SameThings
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The person at the end of a key such as `unknown:child:unknown:parent:<id>` (`PlaceholderKey`). */
const personInKey = /[^:]+$/
const naming = /^(id|ids|.*(_id|_ids|_by|Id|Ids)|track_group|replaced)$/
const questions = new Set(['prompt_id', 'copied_from'])
/**
 * Columns in which an account's id may stand for its own person in the family; a row with that `id` can only be that
 * person.
 */
const people = new Set(['id', 'via_id', 'from_id', 'to_id', 'family_member_id'])

/**
 * Makes a function that gives the rows of one account the ids they have in another. For the same two accounts an id
 * always becomes the same new one, so that bringing an archive in twice adds nothing the second time. Rows brought
 * back into their own account keep their ids. What the account has already under another id gets that one.
 */
export function renamed(ids: Ids): (row: Row) => Row {
  const rename = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => rename(key, one))
    if (typeof value === 'object' && value !== null) return renameAll(value)
    if (typeof value !== 'string') return value
    // Names a person within a text; were it left, the person would be replaced by a new one as soon as lines are derived again.
    if (key === 'placeholder_key') return value.replace(personInKey, (id) => String(rename('id', id)))
    if (!uuid.test(value) || !naming.test(key)) return value
    if (questions.has(key) && !ids.prompts.has(value)) return value
    if (value === ids.from && !(people.has(key) && !ids.isSamePerson)) return ids.to
    return ids.same.get(value) ?? newId(ids, value)
  }
  const renameAll = (row: object): Row =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, rename(key, value)]))
  return (row) => (ids.from === ids.to && ids.same.size === 0 ? row : renameAll(row))
}

/** Keeps the time of a UUIDv7, by which rows are ordered, and replaces the rest. */
function newId({ from, to }: Ids, old: string): string {
  if (old === nobody || from === to) return old
  return namedUuid(old.slice(0, 13), `${from}/${to}/${old}`)
}

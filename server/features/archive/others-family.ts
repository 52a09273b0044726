import type { ArchiveTableName } from './tables.ts'
import type { Row } from './take-rows.ts'

/**
 * Adapts a row of another person's family tree to one's own. A relationship there was one to that account's own person, not to
 * "you", and automatic connections would lead to "you" as soon as they are derived again. So the connections stay as if a person
 * had drawn them.
 */
export function asOfOthers(name: ArchiveTableName, row: Row): Row {
  if (name === 'family_connections') return { ...row, is_automatic: false }
  if (name !== 'family_members') return row
  const isUnnamed = row.placeholder_key !== null
  return {
    ...row,
    relationship: 'Other',
    via_id: null,
    placeholder_key: null,
    // Only "you" can have these.
    own_source_keys: [],
    // An unnamed person who joins two others goes on joining them.
    ...(isUnnamed ? { first_name: 'Unknown' } : {}),
  }
}

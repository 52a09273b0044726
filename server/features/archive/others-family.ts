import type { ArchiveTableName } from './tables.ts'
import type { Row } from './take-rows.ts'

/**
 * A row of somebody else's family as it stands in one's own. What people were to that account's own person they are not to "you",
 * and lines that followed from it would lead to "you" as soon as they are derived anew: they stay as if they had been drawn.
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
    // Who joins two others and was never named goes on joining them.
    ...(isUnnamed ? { first_name: 'Unknown' } : {}),
  }
}

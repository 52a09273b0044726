/**
 * The newest release: the commit it was built from, and its last migrations. Later migrations may only add things, because
 * processes of that release go on using the new schema while they are replaced; `previous-release.test.ts` makes them do so.
 */
export const lastReleased = {
  commit: '6873549efc3b9ff94da22e7c0bbeaf643af1b2fd',
  auth: '0004_providers.sql',
  db: '0062_files_brought_in.sql',
} as const

/**
 * Exceptions, by migration: the statement as `takenAway` reports it, and the release that stopped using what is removed. At least
 * one release must lie between the two.
 */
export const takenAwayOnPurpose: Record<string, { statement: string; unusedSince: string }[]> = {}

const BREAKING = [
  /^drop (table|view|materialized view|function|type|schema|sequence)\b/,
  /^alter (table|type|view|function|schema)\b.*\brename\b/,
  /^alter table\b.*\bdrop (column|constraint)\b/,
  // The word `column` may be left out.
  /^alter table (?:only |if exists )*\S+ (?:.*, ?)?drop\b/,
  /^alter table\b.*\balter( column)? \S+ (set data )?type\b/,
  /^alter table\b.*\balter( column)? \S+ set not null\b/,
  /^alter table\b.*\balter( column)? \S+ drop default\b/,
  /^alter table\b.*\badd( constraint \S+)? (check|unique|foreign key|primary key|exclude)\b(?!.*\bnot valid$)/,
  /^create unique index\b/,
  // Prepared statements select all columns of this table, and the release named above does not prepare them again after a column is
  // added.
  /^alter table (only )?auth\.users\b.*\badd( column)?\b/,
  // Allowed is only that the migrating role gives up a role that it was granted for the migration.
  /^revoke\b(?!.* from current_user$)/,
  /^truncate\b/,
]
const ADDED_COLUMN =
  /\badd( column)?( if not exists)? (?!constraint\b|check\b|unique\b|foreign\b|primary\b|exclude\b)[^,]*/g

/**
 * The statements of a migration after which older code could fail: those that remove or rename something, change its type, or
 * require something that was optional. Tables and functions created by the same migration may be as strict as they like.
 */
export function takenAway(sql: string): string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(
      (statement) => /^create (?:table(?: if not exists)?|function) ([^\s(]+)/.exec(statement)?.[1] ?? [],
    ),
  )
  return statements.filter(
    (statement) =>
      !isOfNew(statement, made) && (BREAKING.some((form) => form.test(statement)) || asksForMore(statement)),
  )
}

/** Finds the table or function that a statement changes or revokes rights on. */
const CHANGED = [
  /^alter table (?:only |if exists )*(\S+)/,
  /^create unique index .*?\bon (?:only )?([^\s(]+)/,
  /^revoke .*? on (?:table |function )?([^\s(]+)/,
]

function isOfNew(statement: string, made: Set<string>): boolean {
  return CHANGED.some((form) => made.has(form.exec(statement)?.[1] ?? ''))
}

/** Whether a statement adds a column that is not null and has no default: older code would not fill it. */
function asksForMore(statement: string): boolean {
  if (!statement.startsWith('alter table')) return false
  const added = statement.match(ADDED_COLUMN) ?? []
  return added.some((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
}

/** The statements in lower case, one line each, without comments; function bodies and string literals are emptied. */
function statementsOf(sql: string): string[] {
  return (
    sql
      // One pattern for all three, so that whichever begins first wins: an apostrophe in a comment starts no string, nor do dashes
      // in a string start a comment.
      .replace(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, (piece) =>
        /^(--|\/\*)/.test(piece) ? '' : "''",
      )
      .split(';')
      .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
      .filter(Boolean)
  )
}

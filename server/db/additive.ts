/**
 * The newest release: the commit that it was made of, and its last migrations. Those that come after it only add, because
 * processes of that release work on with the new schema while they are replaced; `previous-release.test.ts` has them do it.
 */
export const lastReleased = {
  commit: '6873549efc3b9ff94da22e7c0bbeaf643af1b2fd',
  auth: '0004_providers.sql',
  db: '0062_files_brought_in.sql',
} as const

/**
 * What a migration may take away after all: the statement as `takenAway` tells it, and the release that stopped using
 * what goes. At least one release lies between.
 */
export const takenAwayOnPurpose: Record<string, { statement: string; unusedSince: string }[]> = {}

const BREAKING = [
  /^drop (table|view|materialized view|function|type|schema|sequence)\b/,
  /^alter (table|type|view|function|schema)\b.*\brename\b/,
  /^alter table\b.*\bdrop (column|constraint)\b/,
  /^alter table\b.*\balter( column)? \S+ (set data )?type\b/,
  /^alter table\b.*\balter( column)? \S+ set not null\b/,
  /^alter table\b.*\balter( column)? \S+ drop default\b/,
  /^alter table\b.*\badd( constraint \S+)? (check|unique|foreign key|primary key|exclude)\b(?!.*\bnot valid$)/,
  /^create unique index\b/,
  // Read by all of its columns, by statements that connections keep prepared: the release named above does not prepare them anew.
  /^alter table (only )?auth\.users\b.*\badd( column)?\b/,
  // Whoever migrates may give back a role that was taken for it.
  /^revoke\b(?!.* from current_user$)/,
  /^truncate\b/,
]
const ADDED_COLUMN =
  /\badd( column)?( if not exists)? (?!constraint\b|check\b|unique\b|foreign\b|primary\b|exclude\b)[^,]*/g

/**
 * The statements of a migration after which code that does not know of it could fail: whatever goes, gets another name
 * or type, or is asked for that was not. What is new may be as strict as it likes.
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

/** What a statement changes, or takes from somebody. */
const CHANGED = [
  /^alter table (?:only |if exists )*(\S+)/,
  /^create unique index .*?\bon (?:only )?([^\s(]+)/,
  /^revoke .*? on (?:table |function )?([^\s(]+)/,
]

function isOfNew(statement: string, made: Set<string>): boolean {
  return CHANGED.some((form) => made.has(form.exec(statement)?.[1] ?? ''))
}

/** A column without a default that has to be filled: older code does not fill it. */
function asksForMore(statement: string): boolean {
  if (!statement.startsWith('alter table')) return false
  const added = statement.match(ADDED_COLUMN) ?? []
  return added.some((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
}

/** In lower case and on one line each, without comments; bodies of functions and texts are left out. */
function statementsOf(sql: string): string[] {
  return (
    sql
      // Whichever begins first: an apostrophe in a remark begins no text, nor two dashes in a text a remark.
      .replace(/--.*$|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/gm, (piece) =>
        /^(--|\/\*)/.test(piece) ? '' : "''",
      )
      .split(';')
      .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
      .filter(Boolean)
  )
}

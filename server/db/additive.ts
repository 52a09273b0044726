/**
 * The last migrations of the newest release: those that come after it only add, because processes of that release work
 * on with the new schema while they are replaced. null before the first release, when everybody stops to upgrade.
 */
export const lastReleased: { auth: string; db: string } | null = null

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
  /^revoke\b/,
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
    statements.flatMap((statement) => /^create table (?:if not exists )?(\S+)/.exec(statement)?.[1] ?? []),
  )
  return statements.filter((statement) => {
    const table = /^alter table (?:only |if exists )*(\S+)/.exec(statement)?.[1]
    const isOfNew = table !== undefined ? made.has(table) : isUniqueOfNew(statement, made)
    return !isOfNew && (BREAKING.some((form) => form.test(statement)) || asksForMore(statement))
  })
}

function isUniqueOfNew(statement: string, made: Set<string>): boolean {
  const table = /^create unique index .*?\bon (?:only )?([^\s(]+)/.exec(statement)?.[1]
  return table !== undefined && made.has(table)
}

/** A column without a default that has to be filled: older code does not fill it. */
function asksForMore(statement: string): boolean {
  if (!statement.startsWith('alter table')) return false
  const added = statement.match(ADDED_COLUMN) ?? []
  return added.some((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
}

/** In lower case and on one line each, without comments; bodies of functions and texts are left out. */
function statementsOf(sql: string): string[] {
  return sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' ').toLowerCase())
    .filter(Boolean)
}

import pg from 'pg'

/** FULL: the database's disk is full. AWAY: it cannot be reached. Neither is the fault of the request, and both are temporary. */
export type DatabaseTrouble = 'FULL' | 'AWAY'

const FULL = '53100'
/** PostgreSQL's codes for a server that is shutting down, was ended, or is not ready yet. */
const AWAY = new Set(['57P01', '57P02', '57P03'])
/** The operating system's codes for a connection that nobody accepts any more, or whose other end cannot be found or reached. */
const GONE = new Set(
  'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN'.split(
    ' ',
  ),
)
/** Errors that the driver reports only by their message. */
const BROKEN = /^Connection terminated|^Client has encountered a connection error/

/** The trouble that the database itself is in, or undefined if the error has another cause. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (!(error instanceof pg.DatabaseError)) {
    return GONE.has(code) || BROKEN.test(error.message) ? 'AWAY' : undefined
  }
  if (code === FULL) return 'FULL'
  return AWAY.has(code) || code.startsWith('08') ? 'AWAY' : undefined
}

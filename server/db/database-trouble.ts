import pg from 'pg'

/** Its disk is full, or nobody answers there: neither is the fault of who asked, and both pass. */
export type DatabaseTrouble = 'FULL' | 'AWAY'

const FULL = '53100'
/** It is ending, was ended, or is not ready yet. */
const AWAY = new Set(['57P01', '57P02', '57P03'])
/** What the system says where nobody listens any more. */
const GONE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE'])
/** What the driver says in words alone. */
const BROKEN = /^Connection terminated|^Client has encountered a connection error/

/** What the database itself is in trouble with, or undefined where an error has another cause. */
export function databaseTrouble(error: unknown): DatabaseTrouble | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (!(error instanceof pg.DatabaseError)) {
    return GONE.has(code) || BROKEN.test(error.message) ? 'AWAY' : undefined
  }
  if (code === FULL) return 'FULL'
  return AWAY.has(code) || code.startsWith('08') ? 'AWAY' : undefined
}

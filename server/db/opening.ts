import { AsyncLocalStorage } from 'node:async_hooks'

/** The actor of one statement: the role it takes, and the claims it states, as JSON. */
export type Acting = { role: string; claims: string }

type Carried = { statements?: string | undefined; acting?: Acting | undefined }

/**
 * Passes the statements that open an actor's transaction to the driver, past Kysely, which knows only `begin`. Each entry is taken
 * only once, so neither a transaction begun inside another actor's work nor a second statement inherits it.
 */
const carried = new AsyncLocalStorage<Carried>()

/** Runs `work` with statements that replace `begin` in its next transaction. */
export function withOpening<T>(statements: string, work: () => Promise<T>): Promise<T> {
  return carried.run({ statements }, work)
}

export function takeOpening(): string | undefined {
  const here = carried.getStore()
  const statements = here?.statements
  if (here) here.statements = undefined
  return statements
}

/** Runs `work` with an actor for its next statement, which must stand outside any transaction. */
export function withActing<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  return carried.run({ acting }, work)
}

export function takeActing(): Acting | undefined {
  const here = carried.getStore()
  const acting = here?.acting
  if (here) here.acting = undefined
  return acting
}

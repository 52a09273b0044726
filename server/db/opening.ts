import { AsyncLocalStorage } from 'node:async_hooks'

/** As whom one statement runs: the role it takes and the claims it states, as JSON. */
export type Acting = { role: string; claims: string }

type Carried = { statements?: string | undefined; acting?: Acting | undefined }

/**
 * How what opens an actor's transaction travels to the driver, past Kysely, which knows only `begin`. Each is taken
 * once: a transaction begun inside another actor's work does not inherit it, nor does a second statement.
 */
const carried = new AsyncLocalStorage<Carried>()

/** The statements that take the place of `begin` in the next transaction. */
export function withOpening<T>(statements: string, work: () => Promise<T>): Promise<T> {
  return carried.run({ statements }, work)
}

export function takeOpening(): string | undefined {
  const here = carried.getStore()
  const statements = here?.statements
  if (here) here.statements = undefined
  return statements
}

/** The next statement, which has no transaction around it, runs as this actor. */
export function withActing<T>(acting: Acting, work: () => Promise<T>): Promise<T> {
  return carried.run({ acting }, work)
}

export function takeActing(): Acting | undefined {
  const here = carried.getStore()
  const acting = here?.acting
  if (here) here.acting = undefined
  return acting
}

import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * How the statements that open an actor's transaction travel to the driver, past Kysely, which knows only
 * `begin`. Each is taken once: a transaction begun inside another actor's work does not inherit it.
 */
const openings = new AsyncLocalStorage<{ statements: string | undefined }>()

export function withOpening<T>(statements: string, work: () => Promise<T>): Promise<T> {
  return openings.run({ statements }, work)
}

export function takeOpening(): string | undefined {
  const opening = openings.getStore()
  const statements = opening?.statements
  if (opening) opening.statements = undefined
  return statements
}

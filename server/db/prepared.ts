import { type Compilable, type CompiledQuery, createQueryId, type RawBuilder, sql } from 'kysely'
import type { Asking } from './actor.ts'

/** Marks the place in a compiled query of a value that each call supplies. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** By name, the expression that stands in the query for the value that each call supplies. */
export type Parameters<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

const standIns = new Proxy({}, { get: (_, name) => sql`${new Placeholder(String(name))}` })

/**
 * A query that is built and compiled once and then run with different values, for those that every visit to a screen runs. Building
 * the query of a list costs as much as everything else that the server does for that list (benches/stories).
 *
 * @param build returns the query, with `parameters.name` wherever a value differs from call to call
 */
export function prepare<Values extends object, Row>(
  build: (db: Asking, parameters: Parameters<Values>) => Compilable<Row>,
): (db: Asking, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined

  return async (db, values) => {
    compiled ??= build(db, standIns as Parameters<Values>).compile()
    const given = new Map<string, unknown>(Object.entries(values))
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? given.get(value.name) : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters, queryId: createQueryId() })
    return rows
  }
}

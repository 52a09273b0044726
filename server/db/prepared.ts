import { type Compilable, type CompiledQuery, createQueryId, type RawBuilder, sql } from 'kysely'
import type { Asking } from './actor.ts'

/** Stands in a compiled query where a value of each call belongs. */
class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** By name, what stands in the query for the value that each call gives. */
export type Parameters<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

const standIns = new Proxy({}, { get: (_, name) => sql`${new Placeholder(String(name))}` })

/**
 * A query that is built and compiled once and then run with other values: for what every visit to a screen asks.
 * Building one of the size of a list's costs as much as all else the server does for that list (benches/stories).
 *
 * @param build the query, with `parameters.name` wherever a value changes from call to call
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

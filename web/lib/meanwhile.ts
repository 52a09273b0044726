import { useState } from 'react'
import { situationOf } from './errors.ts'

/** What was entered, laid over what others wrote since it was begun. */
export type Laid<Fields> = {
  /** Of a field that only one of both changed, that one's; of one that both changed, mine. */
  fields: Fields
  /** What theirs said in fields that both changed: saving mine takes its place. */
  replaced: Partial<Fields>
}

/** Lays two changes of the same fields together; `base` is what both began with. */
export function layOver<Fields extends object>(base: Fields, mine: Fields, theirs: Fields): Laid<Fields> {
  const fields = { ...mine }
  const replaced: Partial<Fields> = {}
  for (const key of keysOf(mine)) {
    if (isSame(mine[key], base[key])) fields[key] = theirs[key]
    else if (!isSame(theirs[key], base[key]) && !isSame(theirs[key], mine[key])) replaced[key] = theirs[key]
  }
  return { fields, replaced }
}

/** How something that others may change meanwhile is read and written. */
export type Meanwhile<Kept, Fields, Saved> = {
  fieldsOf: (kept: Kept) => Fields
  /** As it is now. */
  read: () => Promise<Kept>
  /** Rejects with CONFLICT where somebody else changed it since `base`. `was` is what `changed` changes. */
  write: (change: {
    base: Kept
    fields: Fields
    changed: Partial<Fields>
    was: Partial<Fields>
  }) => Promise<Saved>
}

type Met<Kept, Fields> = { base: Kept } & Laid<Fields>

/** Somebody who types against a machine that writes all the time is not kept waiting for ever. */
const TRIES_MAX = 4

/**
 * Saves what was entered over what others wrote meanwhile. Where they changed other fields, both are kept. Where they changed
 * the same ones nothing is saved: it resolves with both, to be looked at and saved again over what is there now.
 */
export async function saveOver<Kept, Fields extends object, Saved>(
  begun: Kept,
  entered: Fields,
  { fieldsOf, read, write }: Meanwhile<Kept, Fields, Saved>,
): Promise<{ saved: Saved } | Met<Kept, Fields>> {
  let [base, fields] = [begun, entered]
  for (let tries = 1; ; tries += 1) {
    const was = fieldsOf(base)
    const changed = keysOf(fields).filter((key) => !isSame(fields[key], was[key]))
    try {
      const saved = await write({ base, fields, changed: only(fields, changed), was: only(was, changed) })
      return { saved }
    } catch (error) {
      if (situationOf(error) !== 'CONFLICT' || tries === TRIES_MAX) throw error
    }
    const theirs = await read()
    const laid = layOver(was, fields, fieldsOf(theirs))
    base = theirs
    fields = laid.fields
    if (keysOf(laid.replaced).length > 0) return { base, ...laid }
  }
}

/** A form over something that others may change meanwhile. What they wrote in `replaced` fields is to be shown. */
export function useMeanwhile<Kept, Fields extends object, Saved>(
  begun: Kept,
  how: Meanwhile<Kept, Fields, Saved>,
) {
  const [base, setBase] = useState(begun)
  const [replaced, setReplaced] = useState<Partial<Fields>>({})
  const save = async (entered: Fields): Promise<{ saved: Saved } | { fields: Fields }> => {
    const outcome = await saveOver(base, entered, how)
    if ('saved' in outcome) return outcome
    setBase(outcome.base)
    setReplaced(outcome.replaced)
    return outcome
  }
  return { replaced, save }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]

function only<Fields extends object>(fields: Fields, keys: (keyof Fields)[]): Partial<Fields> {
  const some: Partial<Fields> = {}
  for (const key of keys) some[key] = fields[key]
  return some
}

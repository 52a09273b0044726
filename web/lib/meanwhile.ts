import { useState } from 'react'
import { situationOf } from './errors.ts'

/** A three-way merge: what was entered here, laid over what others wrote since the edit was begun. */
export type Laid<Fields> = {
  /** Per field: if only one side changed it, that side's value; if both did, mine. */
  fields: Fields
  /** Their values in fields that both sides changed: saving mine would replace these. */
  replaced: Partial<Fields>
}

/** The changes that were sent from here and not answered: the server may have any of them. */
export type Sent<Fields> = Partial<Fields>[]

/**
 * Merges two changes of the same fields; `base` is what both started from. What was `sent` from here before is nobody else's change,
 * and what was entered since replaces it.
 */
export function layOver<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
  sent: Readonly<Sent<Fields>> = [],
): Laid<Fields> {
  const fields = { ...mine }
  const replaced: Partial<Fields> = {}
  for (const key of keysOf(mine)) {
    if (wasSent(sent, key, theirs[key])) continue
    if (isSame(mine[key], base[key])) fields[key] = theirs[key]
    else if (!isSame(theirs[key], base[key]) && !isSame(theirs[key], mine[key])) replaced[key] = theirs[key]
  }
  return { fields, replaced }
}

/** How to read and write something that others may change meanwhile. */
export type Meanwhile<Kept, Fields, Saved> = {
  fieldsOf: (kept: Kept) => Fields
  /** Reads its current state. */
  read: () => Promise<Kept>
  /** Rejects with CONFLICT when somebody else changed it since `base`. `was` holds the old values of the `changed` fields. */
  write: (change: {
    base: Kept
    fields: Fields
    changed: Partial<Fields>
    was: Partial<Fields>
  }) => Promise<Saved>
}

type Met<Kept, Fields> = { base: Kept } & Laid<Fields>

/** After this many conflicts the save fails, so that a person typing against a machine that writes all the time does not wait for ever. */
const TRIES_MAX = 4

/**
 * Saves what was entered over what others wrote meanwhile. If they changed other fields, both changes are kept. If they changed
 * the same fields, nothing is saved: it resolves to the merged fields and theirs, to be reviewed and saved again on top of theirs.
 *
 * @param sent collects what was not answered, over all calls for the same form
 */
export async function saveOver<Kept, Fields extends object, Saved>(
  begun: Kept,
  entered: Fields,
  { fieldsOf, read, write }: Meanwhile<Kept, Fields, Saved>,
  sent: Sent<Fields> = [],
): Promise<{ saved: Saved } | Met<Kept, Fields>> {
  let [base, fields] = [begun, entered]
  for (let tries = 1; ; tries += 1) {
    const was = fieldsOf(base)
    // What was sent before and put back since must be sent, too.
    const isChanged = (key: keyof Fields) => !isSame(fields[key], was[key]) || sent.some((one) => key in one)
    const keys = keysOf(fields).filter(isChanged)
    const changed = only(fields, keys)
    try {
      const saved = await write({ base, fields, changed, was: only(was, keys) })
      return { saved }
    } catch (error) {
      const isRefused = situationOf(error) === 'CONFLICT'
      if (!isRefused) sent.push(changed)
      if (!isRefused || tries === TRIES_MAX) throw error
    }
    const theirs = await read()
    const laid = layOver(was, fields, fieldsOf(theirs), sent)
    base = theirs
    fields = laid.fields
    if (keysOf(laid.replaced).length > 0) return { base, ...laid }
  }
}

/** For a form over something that others may change meanwhile. The form must show what they wrote in `replaced` fields. */
export function useMeanwhile<Kept, Fields extends object, Saved>(
  begun: Kept,
  how: Meanwhile<Kept, Fields, Saved>,
) {
  const [base, setBase] = useState(begun)
  const [replaced, setReplaced] = useState<Partial<Fields>>({})
  const [sent] = useState<Sent<Fields>>([])
  const save = async (entered: Fields): Promise<{ saved: Saved } | { fields: Fields }> => {
    const outcome = await saveOver(base, entered, how, sent)
    if ('saved' in outcome) return outcome
    setBase(outcome.base)
    setReplaced(outcome.replaced)
    return outcome
  }
  return { replaced, save }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
/** Whether a field of theirs holds what was sent from here. */
const wasSent = <Fields>(sent: Readonly<Sent<Fields>>, key: keyof Fields, theirs: unknown) =>
  sent.some((one) => key in one && isSame(one[key], theirs))
const keysOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields)[]

function only<Fields extends object>(fields: Fields, keys: (keyof Fields)[]): Partial<Fields> {
  const some: Partial<Fields> = {}
  for (const key of keys) some[key] = fields[key]
  return some
}

import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { FamilyConnection } from '#contract/family.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { useMeanwhile } from '../../lib/meanwhile.ts'
import { client } from '../../lib/rpc.ts'
import type { LineSays } from './line-fields.tsx'
import { useDisconnect, useFamilyChanged } from './use-family.ts'

/** What was just done to a line, and how it is taken back. */
export type LineNote = { says: string; back: () => Promise<unknown> }

/**
 * Changing and removing lines, with the way back. Held where it stays on the screen: the line itself is drawn anew as soon
 * as the change is known.
 */
export function useLineChanges() {
  const [note, setNote] = useState<LineNote | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const changed = useFamilyChanged()
  const { mutateAsync: disconnect } = useDisconnect()
  /** `was` is what the line said before, all that others had said of it among it. */
  const tellChanged = async (was: FamilyConnection, { version }: FamilyConnection) => {
    setProblem(null)
    setNote({ says: 'The line was changed.', back: () => changeBack(was, version) })
    await changed()
  }
  const undo = useMutation({
    mutationFn: async () => note?.back(),
    onSuccess: async () => {
      setNote(null)
      await changed()
    },
  })
  const remove = useCallback(
    (line: FamilyConnection) =>
      void disconnect({ id: line.id }).then(
        () => {
          setProblem(null)
          setNote({ says: 'The line was removed.', back: () => drawAgain(line) })
        },
        (error) => {
          setNote(null)
          setProblem(sentenceOf(error))
        },
      ),
    [disconnect],
  )
  return { tellChanged, remove, note, undo, problem }
}

export type LineChanges = ReturnType<typeof useLineChanges>

/**
 * Saves what a line says over what others say of it meanwhile.
 *
 * @param goOnWith both laid together, where both changed the same and nothing is saved yet
 */
export function useChangeLine(
  line: FamilyConnection,
  { tellChanged }: LineChanges,
  goOnWith: (says: LineSays) => void,
) {
  const { replaced, save } = useMeanwhile(line, {
    fieldsOf: saidBy,
    // As it was where it has been taken out, so that the server says so.
    read: async () => (await client.family.tree()).connections.find(({ id }) => id === line.id) ?? line,
    write: async ({ base, changed }: { base: FamilyConnection; changed: Partial<LineSays> }) => {
      const { id, version } = base
      return { was: base, now: await client.family.updateConnection({ ...wordsOf(changed), id, version }) }
    },
  })
  const change = useMutation({
    mutationFn: save,
    onSuccess: async (outcome) => {
      if ('fields' in outcome) goOnWith(outcome.fields)
      else await tellChanged(outcome.saved.was, outcome.saved.now)
    },
  })
  return { replaced, change }
}

/** What of a line may be changed: whom it joins stays. */
export const saidBy = ({ id, fromId, toId, isAutomatic, version, ...says }: FamilyConnection): LineSays =>
  says

/** What two people are to each other stays what it is. */
const wordsOf = ({ type: _, ...words }: Partial<LineSays>) => words

/** What follows from the labels comes back by itself when what was said about it goes; else the line says again what it said. */
function changeBack(line: FamilyConnection, version: number): Promise<unknown> {
  if (line.isAutomatic) return goneIsDeleted(client.family.disconnect({ id: line.id }))
  return client.family.updateConnection({ ...wordsOf(saidBy(line)), id: line.id, version })
}

function drawAgain({ isAutomatic, version, ...line }: FamilyConnection): Promise<unknown> {
  return client.family.connect({ ...line, id: newId() })
}

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

/** What was last done to a line, and how to undo it. */
export type LineNote = { says: string; back: () => Promise<unknown> }

/**
 * Changing and removing lines, with Undo. Held by a component that stays on the screen, because the
 * line itself is rendered anew as soon as the change is known.
 */
export function useLineChanges() {
  const [note, setNote] = useState<LineNote | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const changed = useFamilyChanged()
  const { mutateAsync: disconnect } = useDisconnect()
  /** `was` is the line before the change, including what others had changed by then. */
  const tellChanged = async (was: FamilyConnection, { version }: FamilyConnection) => {
    setProblem(null)
    setNote({ says: 'The line was changed.', back: () => changeBack(was, version) })
    await changed()
  }
  const undo = useMutation({
    mutationFn: (undone: LineNote) => undone.back(),
    onSuccess: async (_, undone) => {
      // Another change may have been made meanwhile, and can still be undone.
      setNote((shown) => (shown === undone ? null : shown))
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
 * Saves what a line says, merged with what others changed meanwhile.
 *
 * @param goOnWith called with the merged fields, instead of saving, if both changed the same field
 */
export function useChangeLine(
  line: FamilyConnection,
  { tellChanged }: LineChanges,
  goOnWith: (says: LineSays) => void,
) {
  const { replaced, save } = useMeanwhile(line, {
    fieldsOf: saidBy,
    // If the line has been removed, as it was, so that the server reports that on saving.
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

/** The editable part of a line, without the people it connects. */
export const saidBy = ({ id, fromId, toId, isAutomatic, version, ...says }: FamilyConnection): LineSays =>
  says

/** The editable part without the type, which cannot be changed. */
const wordsOf = ({ type: _, ...words }: Partial<LineSays>) => words

/**
 * Undoes a change. For an automatic line this deletes what was said about it, after which the line
 * follows from the labels again; otherwise the former values are saved.
 */
function changeBack(line: FamilyConnection, version: number): Promise<unknown> {
  if (line.isAutomatic) return goneIsDeleted(client.family.disconnect({ id: line.id }))
  return client.family.updateConnection({ ...wordsOf(saidBy(line)), id: line.id, version })
}

function drawAgain({ isAutomatic, version, ...line }: FamilyConnection): Promise<unknown> {
  return client.family.connect({ ...line, id: newId(), comesBack: true })
}

import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { FamilyConnection } from '#contract/family.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
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
  const change = useMutation({
    mutationFn: ({ line, says }: { line: FamilyConnection; says: LineSays }) =>
      client.family.updateConnection({ id: line.id, version: line.version, ...changeable(says) }),
    onSuccess: async ({ version }, { line }) => {
      setProblem(null)
      setNote({ says: 'The line was changed.', back: () => changeBack(line, version) })
      await changed()
    },
  })
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
  return { change, remove, note, undo, problem }
}

export type LineChanges = ReturnType<typeof useLineChanges>

const changeable = ({ kind, label, startDate, startPlace, endDate }: LineSays) => ({
  kind,
  label,
  startDate,
  startPlace,
  endDate,
})

/** What follows from the labels comes back by itself when what was said about it goes; else the line says again what it said. */
function changeBack(line: FamilyConnection, version: number): Promise<unknown> {
  if (line.isAutomatic) return goneIsDeleted(client.family.disconnect({ id: line.id }))
  return client.family.updateConnection({ id: line.id, version, ...changeable(line) })
}

function drawAgain({ isAutomatic, version, ...line }: FamilyConnection): Promise<unknown> {
  return client.family.connect({ ...line, id: newId() })
}

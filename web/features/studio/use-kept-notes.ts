import { useCallback, useEffect, useState } from 'react'
import { isTimeTold, nowInstant } from '../../lib/clock.ts'
import { importing } from '../../lib/importing.ts'
import type { KeptNote } from '../../recorder/notes/note-store.ts'
import { hasSpool } from './has-spool.ts'

const openDevice = async () => (await importing(() => import('./this-device.ts'))).thisDevice()

export type KeptNotes = {
  /** Changes to the story's notes that only this device has so far, deletions included. */
  notes: KeptNote[]
  /** Whether the story accepts no more notes. */
  isFull: boolean
  /** Whether the server refuses to take one of them into the story. */
  isRefused: boolean
  /** Resolves when the note is on the device's disk; it is sent to the server in the background. Rejects with `SpoolFailure`. */
  keep: (note: Omit<KeptNote, 'storyId' | 'userId' | 'writtenAt' | 'isUntold'>) => Promise<void>
}

/** Whether a change is still to be sent. What was taken out of a story that is not there only waits in case the story comes back. */
export const isToBeSent = ({
  removed = false,
  goneSince,
}: Pick<KeptNote, 'removed' | 'goneSince'>): boolean => !removed || goneSince === undefined

/**
 * The notes of a story that wait on this device. The recorder's code is loaded only where something is kept already, or once a note is
 * written.
 */
export function useKeptNotes(storyId: string): KeptNotes {
  const [notes, setNotes] = useState<KeptNote[]>([])
  const [isFull, setFull] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    let leave = () => undefined as unknown
    let gone = false
    const follow = async () => {
      if (!open && !(await hasSpool())) return
      const device = await openDevice()
      const read = async () => {
        const waiting = await device.notes.waitingOf(storyId)
        if (gone) return
        setNotes(waiting)
        setFull(device.notes.full.get().includes(storyId))
        setRefused(device.notes.refused.get().includes(storyId))
      }
      if (gone) return
      const { waiting, full, refused } = device.notes
      const leaves = [waiting.watch(read), full.watch(read), refused.watch(read)]
      leave = () => leaves.forEach((each) => void each())
      await read()
    }
    follow().catch(() => undefined)
    return () => {
      gone = true
      leave()
    }
  }, [storyId, open])

  const keep = useCallback<KeptNotes['keep']>(
    async (note) => {
      const device = await openDevice()
      const kept = {
        ...note,
        storyId,
        userId: device.userId,
        writtenAt: nowInstant(),
        isUntold: !isTimeTold(),
      }
      await device.notes.keep(kept)
      setOpen(true)
      setNotes((before) => [...before.filter(({ id }) => id !== note.id), kept])
    },
    [storyId],
  )
  return { notes, isFull, isRefused, keep }
}

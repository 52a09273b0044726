import { limits } from '#contract/limits.ts'
import { deviceMs } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'
import { editsIn, type KeptEdit, keptUnder, type Refused } from './edits-here.ts'
import { refusedIn } from './refused-here.ts'

/**
 * Edits that the server has not confirmed, kept on this device so that a closed tab loses none. One entry an edit: two
 * tabs never overwrite each other's. Sending one twice is harmless, because its id is known then.
 */
export type KeptEdits = {
  all: () => KeptEdit[]
  /** What is being typed in a page just now: that page alone sends it. Whatever is left of one that was killed is among `all`. */
  typing: () => KeptEdit[]
  /** Whether they outlive the page: a browser that is full, or shut for us, takes none. */
  areKept: () => boolean
  keep: (edit: KeptEdit) => void
  forget: (id: string) => void
  /** What was refused, and nobody has read yet. */
  told: () => Refused[]
  tell: (refused: Refused) => void
  /** For one of a transcript that is gone: its story may be restored for as long as the trash keeps it. */
  setAside: (edit: KeptEdit) => void
}

/** While somebody types it is kept anew every second; what is older was left by a page that is gone. */
export const TYPING_MS = 5_000
const TRASH_MS = limits.trashDays * 86_400_000

export function keptEditsOf(personId: string, transcriptId: string, memory = deviceMemory): KeptEdits {
  const prefix = `${keptUnder(personId)}${transcriptId}.`
  const keep = (edit: KeptEdit) => memory.setItem(`${prefix}${edit.commands[0]?.id}`, JSON.stringify(edit))
  const forget = (id: string) => memory.removeItem(`${prefix}${id}`)
  const every = () => memory.names(prefix).flatMap((name) => editsIn(memory.getItem(name)))
  return {
    all: () => every().filter((edit) => !isBeingTyped(edit)),
    typing: () => every().filter(isBeingTyped),
    areKept: () => memory.isKept(prefix),
    keep,
    forget,
    told: () => memory.names(prefix).flatMap((name) => refusedIn(memory.getItem(name))),
    tell: (refused) => memory.setItem(`${prefix}${refused.id}`, JSON.stringify({ refused })),
    setAside: (edit) => {
      const { goneSinceMs = deviceMs() } = edit
      if (deviceMs() - goneSinceMs > TRASH_MS) forget(edit.commands[0]?.id ?? '')
      else keep({ ...edit, goneSinceMs })
    },
  }
}

/** A clock that was set back makes nothing wait for ever. */
const isBeingTyped = ({ typedAtMs }: KeptEdit): boolean =>
  typedAtMs !== undefined && Math.abs(deviceMs() - typedAtMs) < TYPING_MS

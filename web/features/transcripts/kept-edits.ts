import { limits } from '#contract/limits.ts'
import { deviceMs } from '../../lib/clock.ts'
import { deviceMemory } from '../../lib/device-memory.ts'
import { editsIn, type KeptEdit, keptUnder, type Refused } from './edits-here.ts'
import { refusedIn } from './refused-here.ts'

/**
 * Edits that the server has not confirmed, kept on this device so that closing the tab loses none. Each edit has an entry of its own, so
 * two tabs never overwrite each other's. Sending one twice is harmless, because the server recognises its id.
 */
export type KeptEdits = {
  all: () => KeptEdit[]
  /** Text being typed in an open page, which alone sends it. What a killed page left behind counts among `all` once it is stale. */
  typing: () => KeptEdit[]
  /** Whether they survive the page: a browser whose storage is full, or closed to us, keeps nothing. */
  areKept: () => boolean
  keep: (edit: KeptEdit) => void
  forget: (id: string) => void
  /** Refused edits that the person has not yet read about. */
  told: () => Refused[]
  tell: (refused: Refused) => void
  /** For an edit whose transcript is gone: it is kept as long as the trash keeps the story, which may be restored. */
  setAside: (edit: KeptEdit) => void
}

/** Text being typed is kept again every second; an entry older than this was left by a page that is gone. */
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

/** `Math.abs`, because after a device's clock is set back an entry from the "future" would otherwise wait for ever. */
const isBeingTyped = ({ typedAtMs }: KeptEdit): boolean =>
  typedAtMs !== undefined && Math.abs(deviceMs() - typedAtMs) < TYPING_MS

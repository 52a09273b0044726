import { type RefObject, useMemo, useRef } from 'react'
import { v7 as newId } from 'uuid'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { leaveEditors } from '../../ui/open-editors.ts'
import { hasGoneOn } from './has-gone-on.ts'
import type { LineActions, WordPlace } from './line-actions.ts'
import type { ListHandle } from './line-list-view.tsx'
import type { TranscriptSession } from './transcript-session.ts'
import { wordAtCursor } from './word-at-cursor.ts'

type Editing = (change: (now: WordPlace | null) => WordPlace | null) => void

export type LineActionsParts = {
  lines: RefObject<readonly TranscriptLine[]>
  editing: WordPlace | null
  list: RefObject<HTMLElement | null>
  handle: RefObject<ListHandle | null>
  hearFrom: (ms: number) => void
  pause: () => void
  onEditing: Editing
  onChosen: (place: WordPlace) => void
  onSpeaker: (lineId: string) => void
  /** Called before each change: errors of earlier actions are no longer shown. */
  onChange: () => void
  /** Announces what was done to screen readers. */
  say: (words: string) => void
}

/** The actions of a line. The object is made once per session; current props are looked up when an action runs. */
export function useLineActions(session: TranscriptSession, parts: LineActionsParts): LineActions {
  const latest = useRef(parts)
  latest.current = parts

  return useMemo((): LineActions => {
    const page = () => latest.current
    // By the time an answer comes, the person may be editing another line, which must stay open.
    const endEditing = (lineId: string) => page().onEditing((now) => (now?.lineId === lineId ? null : now))
    const focusWord = (place: WordPlace) => page().handle.current?.focusWord(place)
    const isStillAt = (lineId: string) => !hasGoneOn(page().list.current, lineId)
    const perform = async (...intents: Intent[]) => {
      page().onChange()
      return session.perform(...intents)
    }
    const splitBefore = async ({ lineId, word }: WordPlace) => {
      const goesAlong = isStillAt(lineId)
      endEditing(lineId)
      const secondId = newId()
      const splitting = perform({ type: 'split', lineId, at: word, newId: secondId })
      if (goesAlong) focusWord({ lineId: secondId, word: 0 })
      if (await splitting) page().say('The line was split')
      else if (isStillAt(lineId)) focusWord({ lineId, word })
    }
    return {
      pause: () => page().pause(),
      hear: ({ lineId, word }) => {
        const line = page().lines.current.find(({ id }) => id === lineId)
        const ms = line?.words[word]?.startMs ?? line?.startMs
        if (ms !== undefined) page().hearFrom(ms)
      },
      edit: (place) =>
        leaveEditors(() => {
          page().onChosen(place)
          page().onEditing(() => place)
        }),
      endEdit: (lineId) => {
        const word = page().editing?.word ?? 0
        const returns = isStillAt(lineId)
        endEditing(lineId)
        if (returns) focusWord({ lineId, word })
      },
      splitBefore: async (place) => {
        await session.flush()
        await splitBefore(place)
      },
      splitAtCursor: async (lineId, typedBefore) =>
        splitBefore({ lineId, word: await wordAtCursor(session, lineId, typedBefore) }),
      joinWithBefore: async (lineId) => {
        await session.flush()
        const now = session.view.get().lines
        const before = now[now.findIndex(({ id }) => id === lineId) - 1]
        if (!before) return
        const goesAlong = isStillAt(lineId)
        endEditing(lineId)
        const joining = perform({ type: 'join', lineId: before.id, nextId: lineId })
        if (goesAlong) focusWord({ lineId: before.id, word: before.words.length })
        if (await joining) page().say('The lines were joined')
      },
      chooseSpeaker: (lineId) => page().onSpeaker(lineId),
      writeReading: (line, text) => perform({ type: 'setReading', lineId: line.id, text }),
      keep: (id) => session.dismiss(id),
      insist: (id) => {
        const refused = session.view.get().refused.find((each) => each.id === id)
        if (refused) session.insist(refused)
      },
    }
  }, [session])
}

import { useEffect, useMemo, useState } from 'react'
import { notReplacedWords } from './failure-words.ts'
import { replacedWords } from './find-bar.tsx'
import { type Find, Finder, type Found } from './find-in-lines.ts'
import type { Snapshot, TranscriptSession } from './transcript-session.ts'

const nothing: Find = { text: '', replacement: '', matchCase: false, wholeWords: true }

/** The state of find and replace in a transcript: the search, its matches, and replacing them. */
export function useFind(
  session: TranscriptSession,
  { lines, isComplete, loadFailure }: Snapshot,
  show: (found: Found) => void,
) {
  const [find, setFind] = useState<Find | null>(null)
  const [timesAsked, setTimesAsked] = useState(0)
  const [at, setAt] = useState(0)
  const [outcome, setOutcome] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const finder = useMemo(() => (find === null ? null : new Finder(find)), [find])
  const found = useMemo(() => finder?.in(lines) ?? [], [finder, lines])
  const byLine = useMemo(() => Map.groupBy(found, ({ lineId }) => lineId), [found])
  const index = Math.min(at, Math.max(0, found.length - 1))
  const current = found[index] ?? null
  const isReadOn = find !== null && !isComplete && loadFailure === null

  // The search needs all lines, so those not loaded yet are loaded.
  useEffect(() => {
    if (isReadOn) session.loadUntil(() => false)
  }, [session, isReadOn])

  const goTo = (next: number) => {
    const place = found[(next + found.length) % found.length]
    setAt((next + found.length) % Math.max(1, found.length))
    if (place) show(place)
  }

  return {
    find,
    found,
    byLine,
    current,
    index,
    outcome,
    isBusy,
    timesAsked,
    open: () => {
      setTimesAsked((times) => times + 1)
      if (find === null) setOutcome(null)
      setFind((known) => known ?? nothing)
    },
    close: () => setFind(null),
    change: (changed: Find) => {
      setFind(changed)
      setOutcome(null)
      // Changing the replacement text does not move the current match.
      if (find && isSameSearch(changed, find)) return
      setAt(0)
      const [first] = new Finder(changed).in(lines)
      if (first) show(first)
    },
    step: (by: 1 | -1) => goTo(index + by),
    replace: async () => {
      if (!current || !find || !finder) return
      setIsBusy(true)
      const { lineId, from, to, text } = current
      const isDone = await session.perform({ type: 'replaceWords', lineId, from, to, text })
      setOutcome(isDone ? replacedWords(1) : 'This has not been replaced yet')
      // Matches within the replacement come next in the list: they are passed over, or pressing again would replace them.
      if (isDone) setAt(index === found.length - 1 ? 0 : index + finder.countIn(text))
      setIsBusy(false)
    },
    replaceAll: async () => {
      if (!find) return
      setIsBusy(true)
      const { text, ...rest } = find
      try {
        const replaced = await session.replaceAll({ ...rest, find: text })
        setOutcome(
          replaced === null ? 'Nothing has been replaced: Kinora cannot be reached' : replacedWords(replaced),
        )
      } catch (error) {
        setOutcome(notReplacedWords(error))
      }
      setIsBusy(false)
    },
  }
}

const isSameSearch = (one: Find, other: Find) =>
  one.text === other.text && one.matchCase === other.matchCase && one.wholeWords === other.wholeWords

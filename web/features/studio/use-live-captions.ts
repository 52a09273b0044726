import { useEffect, useState } from 'react'
import { canHear, hear } from '../../lib/speech-recognition.ts'

export type Caption = { at: string; text: string }

export type LiveCaptions = {
  /** Whether this browser can write along at all. */
  possible: boolean
  wanted: boolean
  setWanted: (wanted: boolean) => void
  lines: Caption[]
  /** What may still change. */
  interim: string
  /** Why nothing more comes, in words. */
  trouble: string | null
}

const wantedKey = 'kinora.captions'

/**
 * What the browser itself understands while it records. Only where somebody asked for it, since the browser's maker may
 * do the listening; only to read along: nothing of it is kept.
 */
export function useLiveCaptions(recording: boolean, now: () => string): LiveCaptions {
  const [wanted, setWanted] = useState(() => stored() && canHear())
  const [lines, setLines] = useState<Caption[]>([])
  const [interim, setInterim] = useState('')
  const [trouble, setTrouble] = useState<string | null>(null)
  const isOn = wanted && recording

  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock is read when words come, it begins nothing anew
  useEffect(() => {
    if (!isOn) return
    setTrouble(null)
    try {
      const hearing = hear({
        keepOn: true,
        heard: ({ final, interim: unsettled }) => {
          if (final !== '') setLines((before) => [...before, { at: now(), text: final }])
          setInterim(unsettled)
        },
        problem: (problem) => setTrouble(troubles[problem]),
        ended: () => setInterim(''),
      })
      return () => hearing.stop()
    } catch {
      setTrouble(troubles.failed)
      return
    }
  }, [isOn])

  return {
    possible: canHear(),
    wanted,
    setWanted: (next) => {
      setWanted(next)
      setTrouble(null)
      store(next)
    },
    lines,
    interim,
    trouble,
  }
}

const troubles = {
  denied: 'The browser does not allow its speech recognition to hear. The recording goes on as it was.',
  failed: 'The browser’s speech recognition has stopped. The recording goes on as it was.',
}

function stored(): boolean {
  try {
    return localStorage.getItem(wantedKey) === 'on'
  } catch {
    return false
  }
}

function store(wanted: boolean): void {
  try {
    localStorage.setItem(wantedKey, wanted ? 'on' : 'off')
  } catch {
    // A private window: the choice holds for this visit.
  }
}

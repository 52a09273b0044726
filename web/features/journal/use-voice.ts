import { useEffect, useRef, useState } from 'react'
import { canHear, type Hearing, hear } from '../../lib/speech-recognition.ts'
import { toastError, toastNote } from '../../ui/toast.tsx'

type Trouble = { title: string; sentence: string }

const troubles = {
  denied: {
    title: 'Microphone access denied',
    sentence: 'Please allow microphone access for voice-to-text.',
  },
  insecure: {
    title: 'Voice-to-text needs a secure address',
    sentence:
      'Browsers open the microphone only at addresses that begin with https. Whoever looks after Kinora can set one up.',
  },
  unsupported: {
    title: 'Voice-to-text not supported',
    sentence: 'This browser cannot turn speech into text. Chrome, Edge and Safari can.',
  },
  notStarted: { title: 'Could not start voice recognition', sentence: 'Please try again in a moment.' },
  failed: { title: 'Speech recognition error', sentence: 'Please try again.' },
} satisfies Record<string, Trouble>

export type Voice = {
  listening: boolean
  /** Recognised words that may still change. */
  interim: string
  trouble: Trouble | null
  toggle: () => void
}

/** Dictation by the browser's own speech recogniser. Stops when `blocked` is set, and on unmounting. */
export function useVoice(onWords: (words: string) => void, blocked: boolean): Voice {
  const hearing = useRef<Hearing | null>(null)
  const [listening, setListening] = useState(false)
  const [interim, setInterim] = useState('')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  // Recognition outlives the render that started it, so its words go to the latest callback.
  const take = useRef(onWords)
  useEffect(() => {
    take.current = onWords
  })

  const say = (found: Trouble) => {
    setTrouble(found)
    toastError(found.title, found.sentence)
  }
  const start = () => {
    setTrouble(null)
    if (!canHear()) return say(troubles.unsupported)
    try {
      hearing.current = hear({
        keepOn: true,
        heard: ({ final, interim: unsettled }) => {
          if (final !== '') take.current(final)
          setInterim(unsettled)
        },
        problem: (problem) =>
          say(troubles[problem === 'denied' && !window.isSecureContext ? 'insecure' : problem]),
        ended: () => {
          hearing.current = null
          setListening(false)
          setInterim('')
        },
      })
      setListening(true)
    } catch {
      say(troubles.notStarted)
    }
  }
  const toggle = () => {
    if (!listening) return start()
    hearing.current?.stop()
    toastNote('Stopped listening')
  }

  useEffect(() => {
    if (blocked) hearing.current?.stop()
  }, [blocked])
  useEffect(() => () => hearing.current?.stop(), [])

  return { listening, interim, trouble, toggle }
}

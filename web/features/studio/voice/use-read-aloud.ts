import { useCallback, useEffect, useState } from 'react'

/** A little slower than usual: the text is heard only once, and by people who may hear badly. */
const rate = 0.85

export type ReadAloud = {
  /** Whether this browser can speak at all. */
  canSpeak: boolean
  speaking: boolean
  read: () => void
  hush: () => void
}

/** Reads a text aloud when it is first shown and whenever `read` is called. Falls silent when the component unmounts. */
export function useReadAloud(text: string): ReadAloud {
  const canSpeak = 'speechSynthesis' in window
  const [speaking, setSpeaking] = useState(false)

  const hush = useCallback(() => {
    if (canSpeak) window.speechSynthesis.cancel()
    setSpeaking(false)
  }, [canSpeak])
  const read = useCallback(() => {
    if (!canSpeak) return
    window.speechSynthesis.cancel()
    const said = new SpeechSynthesisUtterance(text)
    said.rate = rate
    said.lang = 'en'
    said.onstart = () => setSpeaking(true)
    said.onend = () => setSpeaking(false)
    said.onerror = () => setSpeaking(false)
    window.speechSynthesis.speak(said)
  }, [canSpeak, text])

  useEffect(() => {
    read()
    return hush
  }, [read, hush])
  return { canSpeak, speaking, read, hush }
}

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { Button, type ButtonProps } from './button.tsx'

/**
 * Longer than a message stays, which comes where nothing was: here one word takes the place of another, under the finger that
 * pressed, and whoever reads slowly has to look for it first.
 */
const confirmMs = 6_000

/** Copies a text, and says so for some seconds. Where the browser does not allow it, shows the text to be copied by hand. */
export function CopyButton({ text, children, ...rest }: ButtonProps & { text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), confirmMs)
    return () => clearTimeout(timer)
  }, [state])

  const copy = async () => {
    setState((await copyText(text)) ? 'copied' : 'refused')
  }

  if (state === 'refused') {
    return <p className="text-sm break-all whitespace-pre-wrap select-all">{text}</p>
  }
  return (
    <>
      <Button variant="outline" size="sm" {...rest} onClick={copy}>
        {state === 'copied' ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
        <span>{state === 'copied' ? 'Copied!' : children}</span>
      </Button>
      {/* Beside the button, whose own words would be read out once more when they come back. */}
      <span role="status" className="sr-only">
        {state === 'copied' ? 'It is on the clipboard.' : ''}
      </span>
    </>
  )
}

import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy-text.ts'
import { Button, type ButtonProps } from './button.tsx'

/**
 * Longer than a toast is shown. A toast appears where nothing was; here one word replaces another under the finger that pressed, and
 * slow readers have to notice that first.
 */
const confirmMs = 6_000

/** Copies a text, and says so for some seconds. Where the browser does not allow that, shows the text to be copied by hand. */
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
      {/* Outside the button: inside, the button's own label would be announced again when it comes back. */}
      <span role="status" className="sr-only">
        {state === 'copied' ? 'It is on the clipboard.' : ''}
      </span>
    </>
  )
}

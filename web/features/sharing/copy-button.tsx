import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { toastError } from '../../ui/toast.tsx'

const COPIED_MS = 2_000

/** Puts a text on the clipboard and says 'Copied!' for two seconds. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(0)

  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(Date.now())
    } catch {
      // Without https browsers keep the clipboard closed; the field beside can be selected by hand.
      toastError('The link could not be copied', 'Please select it and copy it by hand.')
    }
  }

  return (
    <Button onClick={copy} className="min-w-40">
      {copied ? <Check size={20} aria-hidden="true" /> : <Copy size={20} aria-hidden="true" />}
      <span aria-live="polite">{copied ? 'Copied!' : 'Copy link'}</span>
    </Button>
  )
}

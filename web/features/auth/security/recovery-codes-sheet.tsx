import { Check, Copy, Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { codesAsText, printCodes, saveAsFile } from './keep-codes.ts'

export type RecoveryCodesSheetProps = { codes: string[]; account: string; onDone: () => void }

/** The recovery codes, shown this once, with three ways to keep them. */
export function RecoveryCodesSheet({ codes, account, onDone }: RecoveryCodesSheetProps) {
  const [copied, setCopied] = useState(false)
  const text = codesAsText(codes, account)

  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }

  return (
    <>
      <p>
        Each of these codes lets you in once when your phone or key is not at hand. Please keep them where you
        keep important papers. <strong>They are shown only now.</strong>
      </p>
      <ol
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-8 gap-y-2 rounded-card border border-border bg-background p-5 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} dir="ltr" className="font-mono text-base tracking-wide select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-2 max-sm:[&_svg]:hidden">
        <Button variant="outline" onClick={copy}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </Button>
        <Button variant="outline" onClick={() => saveAsFile(text)}>
          <Download aria-hidden="true" />
          Download
        </Button>
        <Button variant="outline" onClick={() => printCodes(text)}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <DialogActions>
        <Button size="lg" onClick={onDone}>
          I have kept them
        </Button>
      </DialogActions>
    </>
  )
}

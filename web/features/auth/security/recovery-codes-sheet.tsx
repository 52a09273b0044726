import { Download, Printer } from 'lucide-react'
import { saveText } from '../../../lib/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { codesAsText, printCodes } from './keep-codes.ts'

export type RecoveryCodesSheetProps = { codes: string[]; account: string; onDone: () => void }

/** The recovery codes, shown this once, with three ways to keep them. */
export function RecoveryCodesSheet({ codes, account, onDone }: RecoveryCodesSheetProps) {
  const text = codesAsText(codes, account)

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
        <CopyButton size="default" text={text}>
          Copy
        </CopyButton>
        <Button variant="outline" onClick={() => saveText('kinora-recovery-codes.txt', 'text/plain', text)}>
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

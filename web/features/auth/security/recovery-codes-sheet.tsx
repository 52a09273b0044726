import { Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { saveText } from '../../../lib/save-blob.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { useLoss } from '../../../ui/unsaved.ts'
import type { DiscardWords } from '../../../ui/use-discard-question.tsx'
import { codesAsText, printCodes } from './keep-codes.ts'

export type RecoveryCodesSheetProps = { codes: string[]; account: string; onDone: () => void }

const unkept: DiscardWords = {
  title: 'Close without the codes?',
  description: 'They cannot be shown again. Without them nobody gets in when your phone or key is lost.',
  confirmLabel: 'Close all the same',
  cancelLabel: 'Back to the codes',
}

/** The recovery codes, shown this one time. Closing the dialog asks for confirmation, except by the button that says the codes are kept. */
export function RecoveryCodesSheet(props: RecoveryCodesSheetProps) {
  return (
    <Dialog open onOpenChange={props.onDone} width="wide" title="Your recovery codes" discardWords={unkept}>
      <Codes {...props} />
    </Dialog>
  )
}

/** The codes and three ways to keep them. */
function Codes({ codes, account, onDone }: RecoveryCodesSheetProps) {
  const text = codesAsText(codes, account)
  useLoss(true)
  const list = useRef<HTMLOListElement>(null)
  // The focus goes to the list and not to the close button: a second Enter after the code that led here would close the codes unread.
  useEffect(() => list.current?.focus(), [])

  return (
    <>
      <p>
        Each of these codes lets you in once when your phone or key is not at hand. Please keep them where you
        keep important papers. <strong>They are shown only now.</strong>
      </p>
      <ol
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        translate="no"
        className="grid gap-x-8 gap-y-2 rounded-card border border-border bg-background p-5 outline-none sm:grid-cols-2"
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

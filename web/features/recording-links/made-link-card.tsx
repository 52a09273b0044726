import { Printer } from 'lucide-react'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { limits } from '#contract/limits.ts'
import { useSendsMail } from '../../lib/service-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { drawQrCode, QrCode } from '../../ui/qr-code.tsx'
import { ReachNote } from '../../ui/reach-note.tsx'
import type { MadeLink } from './ask-form.tsx'

/** The link just created: to copy, scan or print. Its secret cannot be shown again later. */
export function MadeLinkCard({ made, onAnother }: { made: MadeLink; onAnother: () => void }) {
  const sendsMail = useSendsMail()
  const picture = useMemo(() => drawQrCode(made.address), [made.address])
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <p role="status" className="font-bold text-leaf">
        {made.mailedTo && sendsMail ? `The link is on its way to ${made.mailedTo}.` : 'The link is ready.'}
      </p>
      {made.mailedTo ? <NoMailNote className="text-start" /> : null}
      <QrCode picture={picture} label="QR code of the link" />
      <div className="flex flex-wrap justify-center gap-3">
        <CopyButton text={made.address}>Copy the link</CopyButton>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          <Printer size={20} aria-hidden="true" />
          Print a page
        </Button>
      </div>
      <ReachNote address={made.address} />
      <p className="text-sm text-balance text-muted">
        Keep it now: it is not shown again. It works for {limits.relativeLinkDays} days, on the first device
        that opens it. Whoever has it can record into this story, and do nothing else.
      </p>
      <Button variant="link" onClick={onAnother}>
        Ask somebody else
      </Button>
      {createPortal(<PrintedPage made={made} picture={picture} />, document.body)}
    </div>
  )
}

/** The printed version: in large type, and nothing else of the page (theme.css). */
function PrintedPage({ made, picture }: { made: MadeLink; picture: Blob }) {
  const { link, address } = made
  return (
    <section data-print-sheet aria-hidden="true" className="hidden">
      <LogoMark size={56} />
      {link.label ? <p className="text-xl">For {link.label}</p> : null}
      <p className="font-story text-3xl leading-snug">{link.question || link.title}</p>
      <p className="text-lg">
        Point the camera of your phone at this code, or type the address into any browser. Press the large red
        button, and tell. You need no account.
      </p>
      <QrCode picture={picture} label="" />
      <p className="text-sm break-all">{address}</p>
    </section>
  )
}

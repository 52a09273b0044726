import { reachOf } from '../../../lib/phone-reach.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { ReachNote } from '../../../ui/reach-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PhoneLink } from './use-phone-link.ts'

/** The code that makes a phone the camera. */
export function PhoneCode({ link, failed, retry }: PhoneLink) {
  // Nearly always the link's own. Until that is here it decides how high this is: nothing moves away from under a finger that is
  // on its way to Continue.
  const address = link?.address ?? window.location.origin
  return (
    <section aria-label="Use a phone" className="flex flex-col items-center gap-4 text-center">
      <h3 className="font-bold">Use your phone as the camera</h3>
      {failed ? (
        <div role="alert" className="flex flex-col items-center gap-3">
          <p className="text-warn">The code could not be made just now. You can go on without a phone.</p>
          <Button variant="outline" size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <Code link={link} />
      )}
      {reachOf(address) === 'anywhere' ? (
        <p className="text-sm text-balance text-muted">
          Point your phone’s camera at the code. It needs no app and no sign-in, and works for this story
          only.
        </p>
      ) : (
        <ReachNote address={address} />
      )}
    </section>
  )
}

function Code({ link }: Pick<PhoneLink, 'link'>) {
  // As high as what comes.
  if (link === null) {
    return (
      <>
        <Skeleton className="size-56" />
        <Skeleton className="h-12 w-40 rounded-full" />
      </>
    )
  }
  return (
    <>
      <QrCode picture={link.picture} label="QR code that opens this session on a phone" />
      <CopyButton text={link.address}>Copy the link</CopyButton>
    </>
  )
}

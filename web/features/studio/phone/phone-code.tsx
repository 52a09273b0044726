import { reachOf } from '../../../lib/phone-reach.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { ReachNote } from '../../../ui/reach-note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { PhoneLink } from './use-phone-link.ts'

/** The QR code that turns a phone into the camera. */
export function PhoneCode({ link, failed, retry }: PhoneLink) {
  // The link's address nearly always has this page's origin. Using that until the link is made fixes the height of this section, so that
  // nothing moves away from under a finger on its way to Continue.
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
  // A placeholder as high as the code that replaces it.
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

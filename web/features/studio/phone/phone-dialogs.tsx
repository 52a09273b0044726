import { useMutation } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../../lib/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions } from '../../../ui/dialog-actions.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { PhoneCode } from './phone-code.tsx'
import { safeLine } from './phone-status.tsx'
import type { ComputerPhone } from './use-phone.ts'

/** The dialog that shows the code at any time during a session, and the one that waits for the phone at its end. */
export function PhoneDialogs({ phone }: { phone: ComputerPhone }) {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => {
    phone.want()
    setIsOpen(true)
  }

  return (
    <>
      <Button variant="outline" size="sm" className="max-lg:hidden" onClick={open}>
        <Smartphone size={20} aria-hidden="true" />
        {phone.isHere ? 'Phone connected' : 'Use a phone'}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen} title="Use a phone">
        <PhoneCode {...phone.link} />
        {phone.report ? <AnotherPhone linkId={phone.link.link?.id} onRenew={phone.renew} /> : null}
      </Dialog>
      <Dialog
        open={phone.isAwaited}
        onOpenChange={(stays) => (stays ? undefined : phone.goWithout())}
        title={isUnstopped(phone) ? 'The phone has not stopped yet' : 'The phone sends its last seconds'}
        description={awaitedWords(phone)}
      >
        {phone.report ? (
          <div className="flex flex-col gap-3">
            {/* No status: its figures change every second, and the session ends by itself. */}
            <p className="tabular-nums">{safeLine(phone.report)}</p>
            <Progress
              value={phone.report.sentMs / Math.max(phone.report.keptMs, 1)}
              label="Sent from the phone"
              tone={phone.isHere ? 'plain' : 'warn'}
            />
          </div>
        ) : null}
        <DialogActions>
          <Button variant="outline" onClick={phone.goWithout}>
            End without waiting
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

/** Also where nothing is heard of it: what keeps this computer from asking it to stop keeps the reports away as well. */
function isUnstopped({ report, stopWish }: ComputerPhone): boolean {
  return stopWish === 'missed' && (report?.state === 'recording' || report?.state === 'paused')
}

function awaitedWords(phone: ComputerPhone): string {
  const { isHere, report, stopWish } = phone
  if (isUnstopped(phone)) {
    return 'It could not be asked to stop yet. You can stop it on the phone itself. What it records is safe there.'
  }
  if (!isHere) {
    return 'It has not been heard of for some seconds. What it recorded is safe on the phone, and is sent when its page is open and has a network.'
  }
  const stands =
    report?.state === 'failed' ? 'Its recording broke off: please look at it.' : stopWords[stopWish]
  return `${stands} The session ends by itself when everything has arrived.`
}

const stopWords: Record<ComputerPhone['stopWish'], string> = {
  'on its way': 'It is being asked to stop.',
  missed: 'It has stopped.',
  taken: 'It was asked to stop.',
}

/** For what comes in place of a focused button: the keyboard would be nowhere. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** The first phone that opens the code keeps it, until somebody here releases it for another. */
function AnotherPhone({ linkId, onRenew }: { linkId: string | undefined; onRenew: ComputerPhone['renew'] }) {
  const renew = useMutation({ mutationFn: onRenew })
  if (linkId === undefined) return null
  if (renew.isSuccess) {
    return (
      <p ref={takeFocus} role="status" tabIndex={-1} className="border-t border-border pt-5 text-center">
        The next phone that opens the code takes over.
      </p>
    )
  }
  return (
    <div className="flex flex-col items-center gap-3 border-t border-border pt-5 text-center">
      <p className="text-sm text-muted">
        One phone at a time may use the code. What the first has recorded still arrives.
      </p>
      {renew.isError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(renew.error)}
        </p>
      ) : null}
      <Button variant="outline" size="sm" busy={renew.isPending} onClick={() => renew.mutate(linkId)}>
        Let another phone take over
      </Button>
    </div>
  )
}

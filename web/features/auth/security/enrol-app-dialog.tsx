import { useEffect, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AppCodeForm } from '../second-factor/app-code-form.tsx'
import { type Begun, isOver } from './begun.ts'
import { beginApp, type NewApp } from './enrol-app.ts'

export type EnrolAppDialogProps = {
  /** The enrolment that an earlier opening of this dialog began. */
  begun: Begun<NewApp>
  onClose: () => void
  /** Called once the first right code was typed: from then on the app counts. */
  onEnrolled: () => unknown
}

/** Adds an authenticator app: the person scans the picture or types the key, then types the app's first code. */
export function EnrolAppDialog({ begun, onClose, onEnrolled }: EnrolAppDialogProps) {
  const [app, setApp] = useState(begun.current)
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try begins a new enrolment
  useEffect(() => {
    if (begun.current !== null && !isOver(begun.current)) return
    begun.current = null
    setApp(null)
    let isOpen = true
    beginApp().then((begins) => {
      if (!isOpen) return
      if ('problem' in begins) return setProblem(begins.problem)
      begun.current = begins
      setApp(begins)
    })
    return () => {
      isOpen = false
    }
  }, [begun, tries])

  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title="Set up your authenticator app"
      description="An app on your phone shows a new code every 30 seconds. Log-in then asks for it."
    >
      {problem ? <Alert>{problem}</Alert> : null}
      {problem ? (
        <DialogActions>
          <DialogCancel />
          <Button
            onClick={() => {
              setProblem(null)
              setTries(tries + 1)
            }}
          >
            Try again
          </Button>
        </DialogActions>
      ) : (
        <div className="flex flex-col gap-8">
          <Step number={1} title="Scan this picture with your app">
            <div className="flex flex-col gap-5 sm:flex-row sm:items-center">
              {app ? (
                <QrCode picture={app.picture} label="QR code for your authenticator app" />
              ) : (
                <Skeleton className="size-56 shrink-0" />
              )}
              {app ? (
                <Button variant="outline" size="lg" className="sm:hidden" asChild>
                  <a href={app.address}>Open my app on this phone</a>
                </Button>
              ) : null}
              <div className="min-w-0 text-sm">
                <p className="text-muted">Cannot scan it? Type this key into the app:</p>
                <p
                  data-testid="app-secret"
                  translate="no"
                  dir="ltr"
                  className="mt-2 font-mono text-base tracking-wide break-words select-all"
                >
                  {app ? grouped(app.secret) : ' '}
                </p>
                <p className="mt-3 text-muted">
                  Any app for one-time codes will do. Many phones have one built in.
                </p>
              </div>
            </div>
          </Step>
          <Step number={2} title="Type the code that it shows">
            {app ? (
              <AppCodeForm
                factorId={app.factorId}
                action="Switch it on"
                takesFocus={false}
                onProven={onEnrolled}
              />
            ) : (
              <Skeleton className="h-40" />
            )}
          </Step>
        </div>
      )}
    </Dialog>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h3 className="flex items-center gap-3 font-semibold">
        <span
          aria-hidden="true"
          className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-tint font-bold text-leaf"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}

function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

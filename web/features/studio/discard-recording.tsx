import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Discards a recording, after asking twice. `length` says in words what would be lost. */
export function DiscardRecording({ length, onDiscard }: { length?: string; onDiscard: () => void }) {
  const [asked, setAsked] = useState<'once' | 'twice' | null>(null)
  const what = length ?? 'recording'

  return (
    <>
      <Button variant="link" className="ms-auto" onClick={() => setAsked('once')}>
        Discard
      </Button>
      <ConfirmDialog
        open={asked === 'once'}
        onOpenChange={(open) => setAsked(open ? 'once' : null)}
        title="Discard this recording?"
        description={`Nobody has the ${what} but this device and, in part, the server.`}
        cancelLabel="Go back"
        confirmLabel="Discard"
        onConfirm={() => setAsked('twice')}
      />
      <ConfirmDialog
        open={asked === 'twice'}
        onOpenChange={(open) => setAsked(open ? 'twice' : null)}
        title="Really discard it for good?"
        description={`The ${what} cannot be brought back.`}
        cancelLabel="Keep the recording"
        confirmLabel="Discard for good"
        onConfirm={() => {
          setAsked(null)
          onDiscard()
        }}
      />
    </>
  )
}

import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { listenWithOwnKey, notConfigured, useOwnKeyListening } from './listening.ts'

export type OwnKeyButtonProps = { recordingId: string; isQuiet?: boolean; children?: string }

/** Has a recording transcribed with the key of this tab; if there is none, says where to enter it. */
export function OwnKeyButton({ recordingId, isQuiet, children }: OwnKeyButtonProps) {
  const { isBusy, trouble } = useOwnKeyListening(recordingId)
  const isKeyMissing = trouble === notConfigured
  return (
    <div className="flex flex-col items-center gap-3">
      <Button
        variant={isQuiet ? 'outline' : 'default'}
        busy={isBusy}
        onClick={() => listenWithOwnKey(recordingId)}
      >
        {isBusy ? null : <KeyRound size={22} aria-hidden="true" />}
        {children ?? 'Transcribe with my Google key'}
      </Button>
      {trouble ? <Alert className="text-start">{trouble}</Alert> : null}
      {isKeyMissing ? (
        <Button variant="outline" asChild>
          <Link to="/app/settings" hash="words">
            Open Settings
          </Link>
        </Button>
      ) : null}
    </div>
  )
}

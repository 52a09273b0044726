import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { auth } from '../auth-client.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { useRefreshAccount } from './use-account.ts'

export type CodesRowProps = {
  icon: ReactNode
  exist: boolean
  /** Whether the codes that come with the first factor did not arrive; they may have been made all the same. */
  missed: boolean
  onMade: (codes: string[]) => void
}

/** The number of recovery codes left, and a button for a new set if they are lost or used up. */
export function CodesRow({ icon, exist, missed, onMade }: CodesRowProps) {
  const refresh = useRefreshAccount()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const left = useCodesLeft(exist)

  const make = async () => {
    setBusy(true)
    const made = await newRecoveryCodes(exist)
    setBusy(false)
    if (made.codes === null) return setProblem(made.problem)
    setAsking(false)
    onMade(made.codes)
    await refresh()
  }

  return (
    <>
      <SettingsRow
        icon={icon}
        title="Recovery codes"
        detail={exist ? left : 'None yet. With them you get in when your phone is lost.'}
        action={
          <Button
            variant="outline"
            busy={busy && !asking}
            onClick={() => {
              setProblem(null)
              setAsking(true)
            }}
          >
            Make new codes
          </Button>
        }
        problem={missed ? 'Your recovery codes did not arrive here. Please make new ones.' : null}
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Make new recovery codes?"
        description="You will see ten new codes, once. The codes you have now stop working."
        confirmLabel="Make new codes"
        busy={busy}
        error={problem}
        onConfirm={make}
      />
    </>
  )
}

function useCodesLeft(exist: boolean): string {
  const status = useQuery({
    queryKey: ['auth', 'recovery-codes'],
    enabled: exist,
    queryFn: async () => {
      const { data, error } = await auth.mfa.recoveryCodes.getStatus()
      if (error) throw error
      return data
    },
  })
  if (!status.data) return 'Each gets you in once when your phone is not at hand.'
  const { remaining, total } = status.data
  if (remaining === 0) return 'All are used up. Please make new ones.'
  return `${remaining} of ${total} are left.`
}

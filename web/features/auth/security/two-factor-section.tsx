import { LifeBuoy, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow, SettingsSection } from '../../../ui/settings-section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { secondFactorsOf, withoutCodes } from '../second-factor/second-factor.ts'
import { CodesRow } from './codes-row.tsx'
import type { NewApp } from './enrol-app.ts'
import { EnrolAppDialog } from './enrol-app-dialog.tsx'
import { KeyRows } from './key-rows.tsx'
import { PhoneRows } from './phone-rows.tsx'
import { useOffersPhones } from './phones.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { RecoveryCodesSheet } from './recovery-codes-sheet.tsx'
import { SwitchOffDialog } from './switch-off-dialog.tsx'
import { useAccount, useRefreshAccount } from './use-account.ts'

type Open = { dialog: 'app' } | { dialog: 'off' } | { dialog: 'codes'; codes: string[] }

/** The switch for the second factor and, while it is on, all the person's factors. */
export function TwoFactorSection() {
  const account = useAccount()
  const refresh = useRefreshAccount()
  const offersPhones = useOffersPhones()
  const [open, setOpen] = useState<Open | null>(null)
  const [missesCodes, setMissesCodes] = useState(false)
  const begunApp = useRef<NewApp>(null)
  const factors = secondFactorsOf(account)
  const isOn = withoutCodes(factors).length > 0

  /** Along with the first factor come recovery codes, so that losing a phone locks nobody out. */
  const added = async () => {
    begunApp.current = null
    const fresh = factors.hasRecoveryCodes ? null : await newRecoveryCodes(false)
    setOpen(fresh?.codes ? { dialog: 'codes', codes: fresh.codes } : null)
    setMissesCodes(fresh?.codes === null)
    toastSuccess('Two-factor authentication is on')
    await refresh()
  }

  const switchedOff = async () => {
    setOpen(null)
    setMissesCodes(false)
    toastSuccess('Two-factor authentication is off')
    await refresh()
  }

  return (
    <SettingsSection
      title="Extra protection"
      sentence="Log-in can ask for something only you have, besides your password. Then a stolen password opens nothing."
    >
      <div className="p-5 sm:px-6">
        <Switch
          label="Two-factor authentication"
          hint={
            isOn
              ? 'On. Log-in asks for a second sign that it is you.'
              : 'Off. Your password alone opens your account.'
          }
          checked={isOn}
          onCheckedChange={(wanted) => setOpen({ dialog: wanted ? 'app' : 'off' })}
        />
      </div>
      {/* All rows appear at once: a late one would move the others from under the person's finger. */}
      {offersPhones === undefined ? (
        <Skeleton className="m-5 h-40" />
      ) : (
        <>
          {isOn ? (
            <SettingsRow
              icon={<Smartphone aria-hidden="true" />}
              title="Authenticator app"
              detail={factors.app ? 'Shows the code that log-in asks for.' : 'Not set up.'}
              action={
                factors.app ? null : (
                  <Button variant="outline" onClick={() => setOpen({ dialog: 'app' })}>
                    Set up
                  </Button>
                )
              }
            />
          ) : null}
          <PhoneRows factors={factors} isOffered={offersPhones} onAdded={added} onChanged={refresh} />
          <KeyRows factors={factors} onAdded={added} onChanged={refresh} />
          {isOn || missesCodes ? (
            <CodesRow
              icon={<LifeBuoy aria-hidden="true" />}
              exist={factors.hasRecoveryCodes}
              missed={missesCodes}
              onMade={(codes) => {
                setMissesCodes(false)
                setOpen({ dialog: 'codes', codes })
              }}
            />
          ) : null}
        </>
      )}

      {open?.dialog === 'app' ? (
        <EnrolAppDialog begun={begunApp} onClose={() => setOpen(null)} onEnrolled={added} />
      ) : null}
      {open?.dialog === 'off' ? (
        <SwitchOffDialog factors={factors} onClose={() => setOpen(null)} onOff={switchedOff} />
      ) : null}
      {open?.dialog === 'codes' ? (
        <RecoveryCodesSheet codes={open.codes} account={account.email ?? ''} onDone={() => setOpen(null)} />
      ) : null}
    </SettingsSection>
  )
}

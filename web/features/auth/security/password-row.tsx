import type { User } from '@supabase/auth-js'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { hasPassword } from '../has-password.ts'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

/** The password. Changing it ends all sessions on other devices. */
export function PasswordRow({ account }: { account: User }) {
  const [changing, setChanging] = useState(false)
  // Somebody who only ever logged in through a provider has no current password to enter.
  const hasOne = hasPassword(account)

  return (
    <>
      <SettingsRow
        icon={<Lock aria-hidden="true" />}
        title="Password"
        detail="Changing it logs out all your other devices."
        action={
          <Button variant="outline" onClick={() => setChanging(true)}>
            {hasOne ? 'Change password' : 'Set a password'}
          </Button>
        }
      />
      {changing ? <ChangePasswordDialog hasPassword={hasOne} onClose={() => setChanging(false)} /> : null}
    </>
  )
}

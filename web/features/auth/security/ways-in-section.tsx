import { SettingsSection } from '../../../ui/settings-section.tsx'
import { EmailRow } from './email-row.tsx'
import { LinkedRows } from './linked-rows.tsx'
import { PasswordRow } from './password-row.tsx'
import { useAccount } from './use-account.ts'

/** What the person logs in with: address, password, linked providers. */
export function WaysInSection() {
  const account = useAccount()
  return (
    <SettingsSection anchor="logging-in" title="Logging in" sentence="What you open your account with.">
      <EmailRow account={account} />
      <PasswordRow account={account} />
      <LinkedRows account={account} />
    </SettingsSection>
  )
}

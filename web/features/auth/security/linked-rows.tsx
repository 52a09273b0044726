import type { User, UserIdentity } from '@supabase/auth-js'
import { useState } from 'react'
import { isGone } from '../../../lib/gone.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ProviderMark } from '../../../ui/provider-mark.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { toastSuccess } from '../../../ui/toast.tsx'
import { useShownAgain } from '../../../ui/use-shown-again.ts'
import { auth } from '../auth-client.ts'
import { sentenceOfAccount } from '../auth-failure.ts'
import { leaveFor, type Provider, providers, useConfiguredProviders } from '../providers.ts'
import { useRefreshAccount } from './use-account.ts'

/** Accounts at other providers that can log in to this one. Shown if the operator has set up providers, or if one is linked. */
export function LinkedRows({ account }: { account: User }) {
  const configured = useConfiguredProviders()
  const identities = account.identities ?? []

  return providers.map((provider) => {
    const identity = identities.find((one) => one.provider === provider.id)
    if (identity) {
      const canUnlink = configured.linking && identities.length > 1
      return <Linked key={provider.id} provider={provider} identity={identity} canUnlink={canUnlink} />
    }
    return configured.linking && configured.providers.has(provider.id) ? (
      <Unlinked key={provider.id} provider={provider} />
    ) : null
  })
}

function Unlinked({ provider }: { provider: Provider }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useShownAgain(() => setBusy(false))

  const link = async () => {
    setBusy(true)
    setProblem(null)
    const refused = await leaveFor(provider.id, 'link')
    if (refused === null) return
    setBusy(false)
    setProblem(`${provider.name} was not linked. ${refused}`)
  }

  return (
    <SettingsRow
      icon={<ProviderMark name={provider.name} />}
      title={provider.name}
      detail="Not linked."
      action={
        <Button variant="outline" busy={busy} onClick={link}>
          Link {provider.name}
        </Button>
      }
      problem={problem}
    />
  )
}

function Linked(props: { provider: Provider; identity: UserIdentity; canUnlink: boolean }) {
  const { provider, identity, canUnlink } = props
  const refresh = useRefreshAccount()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const email: unknown = identity.identity_data?.email

  const unlink = async () => {
    setBusy(true)
    const { error } = await auth.unlinkIdentity(identity)
    setBusy(false)
    if (error && !isGone(error)) return setProblem(sentenceOfAccount(error))
    setAsking(false)
    toastSuccess(`${provider.name} is no longer linked`)
    await refresh()
  }

  return (
    <>
      <SettingsRow
        icon={<ProviderMark name={provider.name} />}
        title={provider.name}
        detail={typeof email === 'string' ? `Linked: ${email}` : 'Linked.'}
        action={
          canUnlink ? (
            <Button variant="outline" onClick={() => setAsking(true)}>
              Unlink {provider.name}
            </Button>
          ) : null
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Unlink ${provider.name}?`}
        description={`You can then no longer log in with ${provider.name}. Your stories stay.`}
        confirmLabel="Unlink"
        busy={busy}
        error={problem}
        onConfirm={unlink}
      />
    </>
  )
}

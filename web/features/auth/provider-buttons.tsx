import { useState } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ProviderMark } from '../../ui/provider-mark.tsx'
import { toastError, toastNote } from '../../ui/toast.tsx'
import { useShownAgain } from '../../ui/use-shown-again.ts'
import { leaveFor, type Provider, shownProviders, useConfiguredProviders } from './providers.ts'

/** Log-in through other providers. A provider that the operator has not set up is disabled, and says so. */
export function ProviderButtons() {
  const configured = useConfiguredProviders()
  const [leaving, setLeaving] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useShownAgain(() => setLeaving(null))

  const press = async ({ id, name }: Provider) => {
    if (!configured.providers.has(id))
      return toastNote('Coming soon!', `Signing in with ${name} is not set up yet.`)

    setLeaving(id)
    setProblem(null)
    const refused = await leaveFor(id, 'log-in')
    if (refused === null) return
    setLeaving(null)
    setProblem(refused)
    toastError('Login Failed')
  }

  return (
    <div className="flex flex-col gap-3">
      {shownProviders(configured).map((provider) => (
        <Button
          key={provider.id}
          variant="outline"
          size="lg"
          className="w-full justify-start gap-3"
          aria-disabled={!configured.providers.has(provider.id) || undefined}
          busy={leaving === provider.id}
          onClick={() => press(provider)}
        >
          <ProviderMark name={provider.name} />
          <span className="flex flex-1 flex-col text-start sm:flex-row sm:items-center sm:justify-between">
            <span>Continue with {provider.name}</span>
            {configured.providers.has(provider.id) ? null : (
              <span className="text-sm font-normal">Coming soon!</span>
            )}
          </span>
        </Button>
      ))}
      {problem ? <Alert>{problem}</Alert> : null}
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { AccountPlan } from '#contract/billing.ts'
import { emailAddress } from '#contract/fields.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { GivePlan } from './give-plan.tsx'

/** For operators: finds an account by its full e-mail address, and gives it another plan. */
export function OperatorSection() {
  const [email, setEmail] = useState('')
  const [found, setFound] = useState<AccountPlan | null>(null)
  const look = useMutation({
    mutationFn: (address: string) => client.billing.readGrant({ email: address }),
    onSuccess: setFound,
    onError: () => setFound(null),
  })
  const search = (event: FormEvent) => {
    event.preventDefault()
    setFound(null)
    look.mutate(email.trim())
  }

  return (
    <SettingsSection
      title="Plans of accounts"
      sentence="You look after this Kinora. Find an account by its address, see its plan, and give it another."
    >
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        <Form onSubmit={search} busy={look.isPending} className="flex flex-col items-start gap-4">
          <div className="w-full">
            <Field
              label="Address of the account"
              rule={emailAddress}
              value={email}
              error={look.isError ? problemOf(look.error) : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  type="email"
                  autoComplete="off"
                  value={email}
                  onChange={(event) => {
                    setEmail(event.target.value)
                    look.reset()
                  }}
                />
              )}
            </Field>
          </div>
          <Button type="submit" variant="outline" busy={look.isPending}>
            <Search size={20} aria-hidden="true" />
            Find account
          </Button>
        </Form>
        {found ? <GivePlan key={found.email} account={found} onChanged={setFound} /> : null}
        {look.isError && situationOf(look.error) === 'NOT_FOUND' ? (
          <Alert>Your address is no longer among those who look after this Kinora.</Alert>
        ) : null}
      </div>
    </SettingsSection>
  )
}

function problemOf(error: unknown): string | undefined {
  return situationOf(error) === 'NOT_FOUND' ? undefined : sentenceOf(error)
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountPlan, PlanGrant } from '#contract/billing.ts'
import { plans } from '#contract/plans.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { Tick } from '../../ui/tick.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { meterLines } from './usage-meters.tsx'

type Choice = PlanGrant['tier']
const choices: [Choice, string][] = [
  ['default', 'What it pays for, or the default plan'],
  ['free', plans.free.name],
  ['family', plans.family.name],
  ['generation', plans.generation.name],
]
const sources: Record<AccountPlan['plan']['source'], string> = {
  default: 'the default plan',
  test: 'taken in test mode',
  stripe: 'paid for',
  operator: 'given by an operator',
}

export type GivePlanProps = { account: AccountPlan; onChanged: (account: AccountPlan) => void }

/** For operators: an account's plan and usage, and a form to give it another plan. */
export function GivePlan({ account, onChanged }: GivePlanProps) {
  const { email, plan, usage, limits } = account
  const hasOwn = Object.keys(limits).length > 0
  const [tier, setTier] = useState<Choice>(plan.source === 'operator' ? plan.tier : 'default')
  const [keepsLimits, setKeepsLimits] = useState(hasOwn)
  const give = useMutation({
    mutationFn: () => client.billing.grant({ email, tier, limits: keepsLimits ? limits : {} }),
    onSuccess: (granted) => {
      toastSuccess('Plan set')
      onChanged(granted)
    },
    onError: () => toastError('Failed to set the plan'),
  })

  return (
    <section aria-label={`Account ${email}`} className="flex flex-col gap-5 border-t border-border pt-5">
      <p>
        <bdi className="wrap-anywhere">{email}</bdi> · <strong>{plans[plan.tier].name}</strong>,{' '}
        {sources[plan.source]}.
        {plan.paysBeside && plan.besideEndsAt === null ? ' It goes on paying for a plan of its own.' : ''}
        {hasOwn ? ' Some of its limits are its own.' : ''}
      </p>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[max-content_1fr]">
        {meterLines(usage).map(({ label, says }) => (
          <div key={label} className="sm:contents">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular-nums">{says}</dd>
          </div>
        ))}
      </dl>
      <Form
        busy={give.isPending}
        className="flex flex-col items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          give.mutate()
        }}
      >
        <Field label="Plan" hint="It holds at once, and nobody is asked to pay for it.">
          {(control) => (
            <Select
              {...control}
              className="max-w-[26.25rem]"
              value={tier}
              onChange={({ target }) => setTier(target.value as Choice)}
            >
              {choices.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {hasOwn ? (
          <Tick
            type="checkbox"
            checked={keepsLimits}
            onChange={(event) => setKeepsLimits(event.target.checked)}
          >
            Keep the limits of its own
          </Tick>
        ) : null}
        <Button type="submit" busy={give.isPending}>
          Set plan
        </Button>
        {give.isError ? (
          <p role="alert" className="text-danger">
            {sentenceOf(give.error)}
          </p>
        ) : null}
      </Form>
    </section>
  )
}

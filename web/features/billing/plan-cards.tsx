import { Check, Minus } from 'lucide-react'
import type { Billing } from '#contract/billing.ts'
import { featuresOf, formatPrice, plans, type Tier, tiers } from '#contract/plans.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { mayUpgrade } from './standing.ts'

export type PlanCardsProps = { billing: Billing; onChoose: () => void }

/** The plans of the catalogue, side by side. */
export function PlanCards({ billing, onChoose }: PlanCardsProps) {
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className="mb-4 font-story text-lg font-semibold">
        Plans
      </h2>
      <ul className="grid gap-6 md:grid-cols-2 xl:grid-cols-3 md:max-xl:[&>li:last-child]:col-span-2">
        {tiers.map((tier) => (
          <li key={tier} className="flex">
            <PlanCard tier={tier} billing={billing} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PlanCard({ tier, billing, onChoose }: PlanCardsProps & { tier: Tier }) {
  const plan = plans[tier]
  const isCurrent = billing.plan.tier === tier
  return (
    <Card
      aria-label={plan.name}
      className={`flex w-full flex-col p-6 ${isCurrent ? 'outline-3 outline-primary-dark' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-bold">{plan.name}</h3>
        {plan.badge ? <Badge tone={plan.isForSale ? 'good' : 'plain'}>{plan.badge}</Badge> : null}
      </div>
      <p className="mt-2">
        <span className="font-story text-2xl font-semibold">{formatPrice(plan.priceCents)}</span>{' '}
        <span className="text-muted">{plan.period}</span>
      </p>
      <p className="mt-2 text-pretty text-muted">{plan.description}</p>
      <ul className="mt-5 mb-6 flex flex-col gap-3">
        {featuresOf(plan).map(({ name, included }) => (
          <li key={name} className={`flex items-start gap-3 ${included ? '' : 'text-muted'}`}>
            {included ? (
              <Check size={22} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
            ) : (
              <Minus size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
            )}
            <span>
              {included ? null : <span className="sr-only">Not included: </span>}
              {name}
            </span>
          </li>
        ))}
      </ul>
      <PlanButton tier={tier} billing={billing} onChoose={onChoose} />
    </Card>
  )
}

function PlanButton({ tier, billing, onChoose }: PlanCardsProps & { tier: Tier }) {
  const plan = plans[tier]
  if (billing.plan.tier === tier) {
    return (
      <Button variant="outline" className="mt-auto" disabled>
        Current Plan
      </Button>
    )
  }
  if (tier === 'generation') {
    return (
      <Button variant="outline" className="mt-auto" disabled>
        Coming Soon
      </Button>
    )
  }
  if (!plan.isForSale || !mayUpgrade(billing)) return null
  return (
    <Button className="mt-auto" onClick={onChoose}>
      Upgrade to {plan.name}
    </Button>
  )
}

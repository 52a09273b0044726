import { Check, Minus } from 'lucide-react'
import { createElement } from 'react'
import { landingParts } from '#contract/landing-slots.ts'
import { featuresOf, formatPrice, plans, type Tier, tiers } from '#contract/plans.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Section } from './section.tsx'

/** The label of each plan's button. The button of a plan that is not available yet is disabled. */
const buttons: Record<Tier, string> = {
  free: 'Start Free',
  family: 'Choose Family',
  generation: 'Coming Soon!',
}

/** The plans of the catalogue. */
export function Pricing() {
  return (
    <Section
      id="pricing"
      title="What it costs"
      sentence={
        <>
          Begin without paying.{' '}
          {createElement(
            landingParts.sold,
            null,
            'Prices are in US dollars; you choose a plan after signing up.',
          )}
          {createElement(
            landingParts.given,
            null,
            'A larger plan is given to you by whoever looks after this Kinora.',
          )}
        </>
      }
    >
      <ul className="mt-10 grid gap-6 lg:grid-cols-3">
        {tiers.map((tier) => (
          <PlanCard key={tier} tier={tier} />
        ))}
      </ul>
    </Section>
  )
}

function PlanCard({ tier }: { tier: Tier }) {
  const plan = plans[tier]
  return (
    <li
      className={cn(
        'flex flex-col rounded-card border-2 bg-card p-6 sm:p-8',
        tier === 'family' ? 'border-primary shadow-card' : 'border-border',
      )}
    >
      <h3 className="font-story text-lg font-semibold">{plan.name}</h3>
      <p className="mt-2 lg:min-h-14">{plan.description}</p>
      <p className="mt-5">
        <span className="font-story text-2xl font-semibold">{formatPrice(plan.priceCents)}</span>{' '}
        <span className="text-muted">{plan.period}</span>
      </p>
      <ul className="mt-6 mb-8 grid gap-4">
        {featuresOf(plan).map(({ name, description, included }) => (
          <li key={name} className="flex gap-3">
            <FeatureMark included={included} />
            <div>
              <p className={cn('font-semibold', !included && 'text-muted')}>{name}</p>
              <p className="text-sm text-muted">{description}</p>
            </div>
          </li>
        ))}
      </ul>
      {plan.isForSale ? (
        createElement(landingParts.sold, null, <PlanButton tier={tier} />)
      ) : (
        <PlanButton tier={tier} />
      )}
    </li>
  )
}

function PlanButton({ tier }: { tier: Tier }) {
  if (tier === 'generation') {
    return (
      <button
        type="button"
        disabled
        className={cn('mt-auto', buttonStyle({ variant: 'outline', size: 'lg' }))}
      >
        {buttons[tier]}
        <span className="sr-only"> ({plans[tier].name})</span>
      </button>
    )
  }
  const variant = tier === 'family' ? 'default' : 'outline'
  return (
    <a href="/login" className={cn('mt-auto', buttonStyle({ variant, size: 'lg' }))}>
      {buttons[tier]}
    </a>
  )
}

/** In words for screen readers as well, not only as an icon. */
function FeatureMark({ included }: { included: boolean }) {
  const Icon = included ? Check : Minus
  return (
    <span className={cn('mt-0.5 shrink-0', included ? 'text-leaf' : 'text-muted')}>
      <Icon size={24} aria-hidden="true" />
      <span className="sr-only">{included ? 'Included:' : 'Not included:'}</span>
    </span>
  )
}

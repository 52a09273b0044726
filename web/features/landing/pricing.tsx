import { Check, Minus } from 'lucide-react'
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
      sentence="Begin without paying. Prices are in US dollars; you choose a plan after signing up."
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
  const isAvailable = tier !== 'generation'
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
      {isAvailable ? (
        <a
          href="/login"
          className={cn(
            'mt-auto',
            buttonStyle({ variant: tier === 'family' ? 'default' : 'outline', size: 'lg' }),
          )}
        >
          {buttons[tier]}
        </a>
      ) : (
        <button
          type="button"
          disabled
          className={cn('mt-auto', buttonStyle({ variant: 'outline', size: 'lg' }))}
        >
          {buttons[tier]}
          <span className="sr-only"> ({plan.name})</span>
        </button>
      )}
    </li>
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

import type { Billing } from '#contract/billing.ts'
import { plans } from '#contract/plans.ts'
import { formatDate } from '../../lib/format.ts'

type Standing = Pick<Billing, 'plan' | 'mode'>

/** Whether the Family Plan can be bought. After a failed payment it cannot be bought again, since it only needs another card. */
export function mayUpgrade({ plan, mode }: Standing): boolean {
  return plan.tier === 'free' && plan.status !== 'past_due' && plan.source !== 'operator' && mode !== 'off'
}

/** The status of a plan in one or two sentences. */
export function standingOf({ plan, mode }: Standing): string {
  const until = plan.endsAt ? formatDate(plan.endsAt) : ''
  const then = plans[plan.fallsTo].name
  const next = plan.renewsAt ? `on ${formatDate(plan.renewsAt)}` : 'when this month ends'
  if (plan.source === 'operator' && plan.paysBeside) {
    return `Whoever looks after this Kinora gave you this plan. ${besideOf(plan)}`
  }
  if (plan.source === 'operator') {
    return 'Whoever looks after this Kinora gave you this plan. There is nothing to pay.'
  }
  if (plan.status === 'past_due') {
    return plan.tier === plan.fallsTo
      ? 'The last payment did not go through, and your plan has ended. With another card it begins again.'
      : `The last payment did not go through. Please change your card until ${until}; everything works as before until then.`
  }
  if (plan.status === 'cancelling') {
    return `Your plan stays until ${until}. After that you have ${then}, and everything you have kept stays.`
  }
  if (plan.source === 'test' && mode !== 'test') {
    return `You tried this plan out without paying. It stays until ${monthEndOf(plan)}. After that you have ${then}, and everything you have kept stays.`
  }
  if (plan.source === 'test') {
    return `Payments are a test here: no money moves. The next month begins ${next}.`
  }
  if (plan.source === 'stripe') return `The next payment is ${next}.`
  return mode === 'off'
    ? 'Plans are given by whoever looks after this Kinora. Ask them when you need more room.'
    : 'Yours for as long as you like, without paying.'
}

/** What becomes of the plan that is paid for beside the given one. */
function besideOf({ renewsAt, besideEndsAt }: Standing['plan']): string {
  if (besideEndsAt) {
    return `The plan that you pay for beside it is cancelled: it ends on ${formatDate(besideEndsAt)}, and is not charged again.`
  }
  return renewsAt
    ? `Beside it the plan that you pay for goes on until you cancel it: the next payment is on ${formatDate(renewsAt)}.`
    : 'Beside it there is a plan that you pay for. The receipts say what is still charged.'
}

/** When a plan would end if cancelled now, and which plan follows it. */
export function endOf({ plan }: Standing): string {
  const then = plans[plan.fallsTo].name
  if (plan.paysBeside) {
    return 'What you pay for ends with the month that is paid, and is not charged again. The plan that you were given stays.'
  }
  if (plan.status === 'past_due' && plan.tier === plan.fallsTo) {
    return 'It has ended because the last payment did not go through. Your card is not tried again, and you can choose a plan again.'
  }
  if (plan.status === 'past_due') {
    return `It ends at once, because the last payment did not go through, and your card is not tried again. You have ${then} then.`
  }
  return `It stays until ${monthEndOf(plan)}. After that you have ${then}.`
}

/** The end of the month that is under way; Stripe does not always say when that is. */
const monthEndOf = ({ renewsAt }: Standing['plan']): string =>
  renewsAt ? formatDate(renewsAt) : 'the month ends'

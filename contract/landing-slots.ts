import { escapeHtml } from '#contract/escape-markup.ts'

/** Facts that only the server that serves the landing page knows. */
export type LandingFacts = {
  /** The public address of this Kinora, without a trailing slash. */
  origin: string
  /** The address that "Email Us" opens a mail to. */
  email: string | null
  /** The address that "Check Our Page" links to. */
  page: string | null
  /** Whether people can buy a plan here; otherwise only the operator gives them. */
  sellsPlans: boolean
  year: number
}

/** Placeholders in the built page, replaced when it is served. They look like addresses, so that the build leaves them alone. */
export const landingSlots = {
  origin: 'https://kinora.invalid',
  email: 'somebody@mail.invalid',
  page: 'https://page.invalid',
  years: '{{years}}',
} as const

/** Elements around the parts that are removed where the operator gave no address, or where plans are sold or are not. */
export const landingParts = {
  email: 'kinora-email',
  page: 'kinora-page',
  sold: 'kinora-sold',
  given: 'kinora-given',
} as const

const firstYear = 2025

/** The page as it is served: every placeholder is filled, and links without a target are removed. */
export function fillLanding(html: string, facts: LandingFacts): string {
  const years = facts.year > firstYear ? `${firstYear}–${facts.year}` : String(firstYear)
  const shown = {
    email: facts.email !== null,
    page: facts.page !== null,
    sold: facts.sellsPlans,
    given: !facts.sellsPlans,
  }
  return Object.entries(landingParts)
    .reduce((page, [name, part]) => withPart(page, part, shown[name as keyof typeof shown]), html)
    .replaceAll(landingSlots.email, escapeHtml(facts.email ?? ''))
    .replaceAll(landingSlots.page, escapeHtml(facts.page ?? ''))
    .replaceAll(landingSlots.origin, escapeHtml(facts.origin))
    .replaceAll(landingSlots.years, years)
}

function withPart(html: string, part: string, isShown: boolean): string {
  return html.replace(new RegExp(`<${part}>(.*?)</${part}>`, 'gs'), (_whole, inner) => (isShown ? inner : ''))
}

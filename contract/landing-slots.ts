import { escapeHtml } from '#contract/escape-markup.ts'

/** What only the server that gives out the landing page knows. */
export type LandingFacts = {
  /** The address people type, without a slash at its end. */
  origin: string
  /** Where "Email Us" writes to. */
  email: string | null
  /** Where "Check Our Page" leads. */
  page: string | null
  year: number
}

/** Stand in the built page until it is given out. They look like addresses, so that the build leaves them alone. */
export const landingSlots = {
  origin: 'https://kinora.invalid',
  email: 'somebody@mail.invalid',
  page: 'https://page.invalid',
  years: '{{years}}',
} as const

/** Elements around what is left out where the operator gave no address. */
export const landingParts = { email: 'kinora-email', page: 'kinora-page' } as const

const firstYear = 2025

/** The page as it is given out: every slot filled, and nothing left that would lead nowhere. */
export function fillLanding(html: string, facts: LandingFacts): string {
  const years = facts.year > firstYear ? `${firstYear}–${facts.year}` : String(firstYear)
  return withPart(withPart(html, landingParts.email, facts.email), landingParts.page, facts.page)
    .replaceAll(landingSlots.email, escapeHtml(facts.email ?? ''))
    .replaceAll(landingSlots.page, escapeHtml(facts.page ?? ''))
    .replaceAll(landingSlots.origin, escapeHtml(facts.origin))
    .replaceAll(landingSlots.years, years)
}

function withPart(html: string, part: string, value: string | null): string {
  return html.replace(new RegExp(`<${part}>(.*?)</${part}>`, 'gs'), (_whole, inner) =>
    value === null ? '' : inner,
  )
}

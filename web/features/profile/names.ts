import type { Profile } from '#contract/account.ts'

/** Splits off the first word. Without a full name, the first name is the part of the e-mail address before the @, or else 'User'. */
export function splitName({ fullName, email }: Pick<Profile, 'fullName' | 'email'>): {
  firstName: string
  lastName: string
} {
  const [first = '', ...rest] = fullName.trim().split(/\s+/)
  return { firstName: first || email.split('@')[0] || 'User', lastName: rest.join(' ') }
}

/** The full name from both parts; a part left blank keeps its former value. */
export function joinName(
  entered: { firstName: string; lastName: string },
  current: { firstName: string; lastName: string },
): string {
  const first = entered.firstName.trim() || current.firstName
  const last = entered.lastName.trim() || current.lastName
  return `${first} ${last}`.trim()
}

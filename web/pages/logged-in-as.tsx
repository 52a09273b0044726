import type { User } from '@supabase/auth-js'

/** The beginning of a sentence: which account is logged in, by its address or its number. */
export function LoggedInAs({ user: { email, phone } }: { user: User }) {
  const account = email || (phone ? `+${phone}` : '')
  return (
    <>
      You are logged in{account ? ' as ' : ''}
      <bdi className="font-semibold wrap-anywhere">{account}</bdi>
    </>
  )
}

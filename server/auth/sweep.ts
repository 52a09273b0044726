import type { Auth } from './auth-context.ts'

/** As long as browsers keep what a site stores: nobody who comes back that late is still signed in there. */
const idleSessionDays = 400
/** Long enough to look into what somebody notices a year later, and no longer than that. */
const auditDays = 400

/** Rows of each table that nothing can use any more, as conditions over that table. */
const worn: { table: string; condition: string; value?: (auth: Auth) => number }[] = [
  // As the column's own type: its index does not compare other numbers.
  { table: 'rate_limits', condition: 'expire < (extract(epoch from now()) * 1000)::bigint' },
  { table: 'used_wallet_messages', condition: 'expires_at < now()' },
  { table: 'mfa_challenges', condition: `created_at < now() - interval '1 day'` },
  { table: 'flow_states', condition: `created_at < now() - interval '1 day'` },
  {
    table: 'one_time_tokens',
    condition: 'created_at < now() - make_interval(secs => $1)',
    value: ({ settings }) => Math.max(settings.otpExpirySeconds, settings.smsOtpExpirySeconds),
  },
  {
    table: 'sessions',
    // None is refreshed before it begins, and when it began has an index: every refresh would have to be written into another.
    condition:
      'created_at < now() - make_interval(secs => $1) and coalesce(refreshed_at, created_at) < now() - make_interval(secs => $1)',
    value: ({ settings }) => settings.sessionInactivitySeconds || idleSessionDays * 86_400,
  },
  {
    table: 'audit_log_entries',
    condition: 'created_at < now() - make_interval(secs => $1)',
    value: () => auditDays * 86_400,
  },
]

/** Deletes what has expired, each table by itself so that none is locked for long. Safe to repeat and to break off. */
export async function sweep(auth: Auth): Promise<void> {
  for (const { table, condition, value } of worn) {
    const values = value === undefined ? [] : [value(auth)]
    await auth.db.transaction((tx) => tx.run(`delete from auth.${table} where ${condition}`, values))
  }
}

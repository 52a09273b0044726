import type { Auth } from './auth-context.ts'

/** As long as browsers keep a site's data: after that, the browser has lost the session anyway. */
const idleSessionDays = 400
/** Long enough to investigate something that is noticed a year later, and no longer. */
const auditDays = 400

/** For each table, the condition by which rows are expired and can be deleted. */
const worn: { table: string; condition: string; value?: (auth: Auth) => number }[] = [
  // Cast to the column's type, because its index does not serve comparisons with other numeric types.
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
    // No session is refreshed before it is created, so the first comparison is implied; it is there because `created_at` has an
    // index. An index on `refreshed_at` would have to be updated at every refresh.
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

/** Deletes expired rows, each table in its own transaction so that none is locked for long. Safe to repeat and to interrupt. */
export async function sweep(auth: Auth): Promise<void> {
  for (const { table, condition, value } of worn) {
    const values = value === undefined ? [] : [value(auth)]
    await auth.db.transaction((tx) => tx.run(`delete from auth.${table} where ${condition}`, values))
  }
}

import { v7 as uuid } from 'uuid'
import type { AuthTransaction } from '../database.ts'
import type { Client } from '../http/client.ts'

/** Audited actions, under GoTrue's names. */
export type AuditAction =
  | 'login'
  | 'logout'
  | 'token_refreshed'
  | 'token_revoked'
  | 'user_signedup'
  | 'user_repeated_signup'
  | 'user_confirmation_requested'
  | 'user_recovery_requested'
  | 'user_modified'
  | 'user_reauthenticate_requested'
  | 'user_updated_password'
  | 'factor_in_progress'
  | 'challenge_created'
  | 'verification_attempted'
  | 'factor_deleted'
  | 'factor_updated'
  | 'generate_recovery_codes'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'user_invited'
  | 'user_deleted'

type Actor = { id: string; email: string | null; phone?: string | null }

/** Writes one entry in the transaction of the action that it records. `traits` must not contain secrets. */
export async function writeAudit(
  tx: AuthTransaction,
  action: AuditAction,
  actor: Actor,
  client: Client,
  traits: Record<string, unknown> = {},
): Promise<void> {
  await tx.run(
    'insert into auth.audit_log_entries (id, user_id, payload, ip_address) values ($1, $2, $3, $4)',
    auditRow(action, actor, client, traits),
  )
}

/** The values of an entry's row, for a statement that writes it together with other rows. */
export function auditRow(
  action: AuditAction,
  actor: Actor,
  client: Client,
  traits: Record<string, unknown>,
): [id: string, userId: string, payload: object, address: string] {
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? actor.phone ?? '',
    user_agent: client.userAgent,
    traits,
  }
  return [uuid(), actor.id, payload, client.address]
}

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { asWorker } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { isSameSignature } from '../../same-secret.ts'
import type { Services } from '../../services.ts'

/**
 * The token in a mail that ends such mails: the account's id, signed. It gives no other access, and works as long as
 * the mail exists (RFC 8058), so it is not stored.
 */
export function mailToken({ secrets }: Pick<Services, 'secrets'>, userId: string): string {
  return `${userId}.${signatureOf(secrets, userId).toString('base64url')}`
}

export const noticeMailsEnd = { path: '/mail/notices/unsubscribe', page: '/unsubscribe' } as const

/**
 * Ends the mails of the account that a token belongs to. Idempotent. Not rate-limited: a forged token is recognised by
 * its signature alone, which nobody can guess, and a person whose IP address somebody else uses for guessing must still
 * be able to unsubscribe.
 * @throws NOT_FOUND for a token that belongs to no account
 */
export async function unsubscribe(services: Pick<Services, 'db' | 'secrets'>, token: string): Promise<void> {
  const userId = personOf(services.secrets, token)
  const ended = userId !== null && (await endMails(services, userId))
  if (!ended) throw codeError('NOT_FOUND')
}

function personOf(secrets: Services['secrets'], token: string): string | null {
  const [userId = '', signature = ''] = token.split('.')
  if (!z.uuid().safeParse(userId).success) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secrets, userId)
  return isSameSignature(given, expected) ? userId : null
}

const signatureOf = (secrets: Services['secrets'], userId: string): Buffer =>
  createHmac('sha256', secrets.derive('notice mails')).update(userId).digest()

async function endMails({ db }: Pick<Services, 'db'>, userId: string): Promise<boolean> {
  const { rows } = await asWorker(db, userId, (tx) =>
    sql<{ ended: boolean }>`select app.end_notice_mails() as ended`.execute(tx),
  )
  return rows[0]?.ended ?? false
}

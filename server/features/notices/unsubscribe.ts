import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { asWorker } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { isSameSignature } from '../../same-secret.ts'
import type { Services } from '../../services.ts'

/**
 * What a mail carries to end the mails like it: whose it is, signed. It opens nothing else and works as long as the mail
 * lies somewhere (RFC 8058), so nothing is stored for it.
 */
export function mailToken({ secrets }: Pick<Services, 'secrets'>, userId: string): string {
  return `${userId}.${signatureOf(secrets, userId).toString('base64url')}`
}

export const noticeMailsEnd = { path: '/mail/notices/unsubscribe', page: '/unsubscribe' } as const

/**
 * Ends the mails of whoever a token is of; twice is once. Not limited: a token that is not ours is told by its signature
 * alone, which nobody guesses, and whoever shares an address with somebody who tries must still get out.
 * @throws NOT_FOUND for a token of nobody
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

import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { asWorker } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import type { Services } from '../../services.ts'

const unknownTokens = { points: 60, seconds: 900 }

/**
 * What a mail carries to end the mails like it: whose it is, signed. It opens nothing else and works as long as the mail
 * lies somewhere (RFC 8058), so nothing is stored for it.
 */
export function mailToken({ secrets }: Pick<Services, 'secrets'>, userId: string): string {
  return `${userId}.${signatureOf(secrets, userId).toString('base64url')}`
}

/** The header fields that let a mail program end it with one press (RFC 8058). */
export function unsubscribeHeaders(origin: string, token: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${origin}/mail/notices/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** Ends the mails of whoever a token is of; twice is once. @throws NOT_FOUND for a token of nobody, TOO_MANY_REQUESTS */
export function createUnsubscriber(
  services: Pick<Services, 'db' | 'env' | 'secrets'>,
): (token: string, caller: string) => Promise<void> {
  const guesses = createRateLimit(services, 'notice-mail-unknown', unknownTokens)

  return async (token, caller) => {
    if (!(await guesses.take(caller))) throw codeError('TOO_MANY_REQUESTS')
    const userId = personOf(services.secrets, token)
    const ended = userId !== null && (await endMails(services, userId))
    if (!ended) throw codeError('NOT_FOUND')
    await guesses.giveBack(caller)
  }
}

function personOf(secrets: Services['secrets'], token: string): string | null {
  const [userId = '', signature = ''] = token.split('.')
  if (!z.uuid().safeParse(userId).success) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = signatureOf(secrets, userId)
  return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null
}

const signatureOf = (secrets: Services['secrets'], userId: string): Buffer =>
  createHmac('sha256', secrets.derive('notice mails')).update(userId).digest()

async function endMails({ db }: Pick<Services, 'db'>, userId: string): Promise<boolean> {
  const { rows } = await asWorker(db, userId, (tx) =>
    sql<{ ended: boolean }>`select app.end_notice_mails() as ended`.execute(tx),
  )
  return rows[0]?.ended ?? false
}

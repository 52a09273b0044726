import type { Auth } from '../auth-context.ts'
import type { AuthTransaction } from '../database.ts'
import { createToken, type TokenType } from './one-time-tokens.ts'

/** A code that is to be texted once its transaction has committed. */
export type TextedCode = { phone: string; code: string }

/** Six digits for a phone. The link that mails have beside them is made, told to nobody and never found. */
export async function createTextedCode(
  auth: Auth,
  tx: AuthTransaction,
  owner: { userId: string; type: TokenType; phone: string },
): Promise<TextedCode> {
  const { code } = await createToken(auth, tx, { ...owner, address: owner.phone })
  return { phone: owner.phone, code }
}

/** Notes the wish for another phone and makes the code that proves it. */
export async function requestPhoneChange(
  auth: Auth,
  tx: AuthTransaction,
  userId: string,
  phone: string,
): Promise<TextedCode> {
  await tx.run(
    'update auth.users set phone_change = $2, phone_change_sent_at = now(), updated_at = now() where id = $1',
    [userId, phone],
  )
  return createTextedCode(auth, tx, { userId, type: 'phone_change_token', phone })
}

/** Texts behind an answer that is already given: whether a phone has an account must not show in it. */
export function textInBackground(auth: Auth, make: () => Promise<TextedCode | null>): void {
  auth.background.run('text message', async () => {
    const made = await make()
    if (made !== null) await auth.texter.sendCode(made.phone, made.code)
  })
}

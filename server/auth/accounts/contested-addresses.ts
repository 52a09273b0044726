import type { AuthTransaction } from '../database.ts'

/** Whether an unconfirmed account was signed up for more than once, with different passwords (docs/decisions/084). */
export async function isContested(tx: AuthTransaction, userId: string): Promise<boolean> {
  const found = await tx.first('select from auth.contested_addresses where user_id = $1', [userId])
  return found !== null
}

export async function noteContested(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('insert into auth.contested_addresses (user_id) values ($1) on conflict do nothing', [userId])
}

/** To be called once the owner of the address has proven it. */
export async function forgetContested(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('delete from auth.contested_addresses where user_id = $1', [userId])
}

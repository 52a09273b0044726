import type { AuthTransaction } from '../database.ts'

/** Whether several have signed up for an account that nobody has proven, each with a password of their own (docs/decisions/084). */
export async function isContested(tx: AuthTransaction, userId: string): Promise<boolean> {
  const found = await tx.first('select from auth.contested_addresses where user_id = $1', [userId])
  return found !== null
}

export async function noteContested(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('insert into auth.contested_addresses (user_id) values ($1) on conflict do nothing', [userId])
}

/** Its owner has come. */
export async function forgetContested(tx: AuthTransaction, userId: string): Promise<void> {
  await tx.run('delete from auth.contested_addresses where user_id = $1', [userId])
}

import { sql } from 'kysely'
import { asWorker } from '../../db/actor.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { type NewDamage, operatorsLetter } from './operators-letter.ts'

/**
 * Sends each operator one mail for all damage found since the last one, queued in the transaction that notes that they were told.
 */
export async function tellOperators({ db, mail, env }: Pick<Services, 'db' | 'mail' | 'env'>): Promise<void> {
  // Nothing is marked as told while no operator is configured: one who is named later hears of earlier damage, too.
  if (env.operatorEmails.length === 0) return
  await asWorker(db, null, async (tx) => {
    const { rows } = await sql<NewDamage>`select files, owners from app.tell_operators_of_damage()`.execute(
      tx,
    )
    const [found] = rows
    if (found === undefined || found.files === 0) return
    const letter = operatorsLetter(env.publicUrl, found)
    for (const to of env.operatorEmails) await mail.sendMail(mailIn(tx), { to, ...letter })
  })
}

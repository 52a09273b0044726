import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { sayTooMany } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import { mailIn } from '../../mail/mail.ts'
import type { Services } from '../../services.ts'
import { tellPaymentsOfLeaving } from '../billing/billing.ts'
import { closeAccount, describeEnd, isProved, keepAccount } from './account-end.ts'
import { goodbyeLetter } from './archive-letter.ts'

export function accountEndRoutes(services: Services) {
  const os = implement(contract.accountEnd).$context<RequestContext>().use(requirePerson)
  const { db, accounts, mail, env } = services

  return {
    get: os.get.handler(async ({ context: { claims } }) => {
      const proof = await accounts.proofOf(claims.sub)
      return asUser(db, claims, (tx) => describeEnd(tx, claims.sub, proof))
    }),

    request: os.request.handler(async ({ input, context: { claims }, errors }) => {
      const proved = await isProved(services, claims, input).catch(sayTooMany)
      if (!proved) throw errors.PROOF_WRONG()

      const eraseAt = await asUser(db, claims, async (tx) => {
        const day = await closeAccount(tx, claims.sub)
        await tellPaymentsOfLeaving(tx, claims.sub)
        const { email } = await tx
          .selectFrom('profiles')
          .where('id', '=', claims.sub)
          .select('email')
          .executeTakeFirstOrThrow()
        // Sent regardless of the person's notice settings, because the request may have come from somebody else.
        if (email !== '') await mail.sendMail(mailIn(tx), { to: email, ...goodbyeLetter(env.publicUrl, day) })
        return day
      })
      await accounts.endSessions(claims.sub)
      return { eraseAt }
    }),

    keep: os.keep.handler(async ({ context: { claims } }) => {
      await asUser(db, claims, async (tx) => {
        await keepAccount(tx)
        await tellPaymentsOfLeaving(tx, claims.sub)
      })
      return { eraseAt: null }
    }),
  }
}

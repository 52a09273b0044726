import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { asAnonymous, asUser, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { createRateLimit } from '../../http/rate-limit.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import {
  acceptInvitation,
  cancelInvitation,
  findInvitation,
  invite,
  isTakenByCaller,
  readInvitation,
} from './invitations.ts'
import { sharedResource } from './resource.ts'
import { membersWithMe, sharedWithMe, storybooksWithMe } from './shared-with-me.ts'
import { accountWithEmail, changeRole, getSharing, giveAccess, takeAccess } from './sharing.ts'

const HOUR = 3_600

export function sharingRoutes(services: Services) {
  const { db } = services
  const visitor = implement(contract.sharing).$context<RequestContext>()
  const os = visitor.use(requirePerson)
  // Sharing reveals whether an address has an account, so this limit keeps anybody from checking a list of addresses.
  const unknownPeople = createRateLimit(services, 'unknown-person', {
    points: limits.unknownPeople,
    seconds: HOUR,
  })
  const letters = createRateLimit(services, 'invitation', {
    points: limits.invitationsPerDay,
    seconds: 24 * HOUR,
  })
  const unknownLetters = createRateLimit(services, 'invitation-unknown', {
    points: limits.unknownLinks,
    seconds: HOUR / 4,
  })

  return {
    get: os.get.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => getSharing(tx, await sharedResource(tx, claims.sub, input))),
    ),

    share: os.share.handler(async ({ input, context: { claims } }) => {
      if (!(await unknownPeople.take(claims.sub))) throw codeError('TOO_MANY_REQUESTS')
      let isUnknown = false
      try {
        return await asUser(db, claims, async (tx) => {
          const resource = await sharedResource(tx, claims.sub, input)
          const personId = await accountWithEmail(tx, input.email)
          isUnknown = personId === null
          if (personId === null) throw codeError('USER_NOT_FOUND')
          return giveAccess(tx, resource, personId, input.role)
        })
      } finally {
        if (!isUnknown) await unknownPeople.giveBack(claims.sub)
      }
    }),

    setRole: os.setRole.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) =>
        changeRole(tx, await sharedResource(tx, claims.sub, input), input.id, input.role),
      ),
    ),

    revoke: os.revoke.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => takeAccess(tx, claims.sub, input))
      return { id: input.id }
    }),

    invite: os.invite.handler(async ({ input, context: { claims } }) => {
      // The letter is counted between two transactions: counting it takes a connection, too. The first one keeps anybody from using
      // up letters on what they may not share.
      const find = (tx: Tx) => sharedResource(tx, claims.sub, input)
      await asUser(db, claims, find)
      if (!(await letters.take(claims.sub))) throw codeError('TOO_MANY_REQUESTS')
      return asUser(db, claims, async (tx) => invite(tx, services, await find(tx), input))
    }),

    cancelInvitation: os.cancelInvitation.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, async (tx) =>
        cancelInvitation(tx, await sharedResource(tx, claims.sub, input), input.id),
      )
      return { id: input.id }
    }),

    withMe: os.withMe.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) =>
        sharedWithMe(tx, claims.sub, input, (ownerId) =>
          addressSigner(services, ownerId, { person: claims.sub }),
        ),
      ),
    ),

    storybooksWithMe: os.storybooksWithMe.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) =>
        storybooksWithMe(tx, claims.sub, input, (ownerId) =>
          addressSigner(services, ownerId, { person: claims.sub }),
        ),
      ),
    ),

    membersWithMe: os.membersWithMe.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) =>
        membersWithMe(tx, claims.sub, input, (ownerId) =>
          addressSigner(services, ownerId, { person: claims.sub }),
        ),
      ),
    ),

    readInvitation: visitor.readInvitation.handler(async ({ input, context }) => {
      if (!(await unknownLetters.hasLeft(context.caller))) throw codeError('TOO_MANY_REQUESTS')
      const letter = await asAnonymous(db, (tx) => findInvitation(tx, input.token))
      if (!letter) {
        await unknownLetters.take(context.caller)
        throw codeError('NOT_FOUND')
      }
      const { claims } = context
      const isYours =
        claims !== null &&
        letter.state === 'used' &&
        (await asUser(db, claims, (tx) => isTakenByCaller(tx, input.token)))
      return readInvitation(letter, isYours)
    }),

    accept: os.accept.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => acceptInvitation(tx, input.token)),
    ),
  }
}

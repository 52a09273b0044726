import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import {
  createFamilyMember,
  deleteFamilyMember,
  dropPortrait,
  getFamilyMember,
  listFamilyMembers,
  updateFamilyMember,
} from './family-members.ts'
import { storiesOfPerson } from './person-stories.ts'

export function familyMembersRoutes(services: Services) {
  const { db } = services
  const os = implement(contract.familyMembers).$context<RequestContext>().use(requirePerson)
  const read = async (tx: Tx, { sub }: Claims, id: string) => {
    const member = await getFamilyMember(tx, sub, id, addressSigner(services, sub))
    if (!member) throw codeError('NOT_FOUND')
    return member
  }

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) =>
        listFamilyMembers(tx, claims.sub, input, addressSigner(services, claims.sub)),
      ),
    ),

    get: os.get.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => read(tx, claims, input.id)),
    ),

    create: os.create.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => {
        await createFamilyMember(tx, claims.sub, input)
        return read(tx, claims, input.id)
      }),
    ),

    update: os.update.handler(({ input, context: { claims }, errors }) =>
      asUser(db, claims, async (tx) => {
        const outcome = await updateFamilyMember(tx, claims.sub, input)
        if (outcome === 'missing') throw errors.NOT_FOUND()
        if (outcome === 'conflict') throw errors.CONFLICT()
        return read(tx, claims, input.id)
      }),
    ),

    delete: os.delete.handler(async ({ input, context: { claims }, errors }) => {
      const outcome = await asUser(db, claims, (tx) => deleteFamilyMember(tx, claims.sub, input.id))
      if (outcome === 'missing') throw errors.NOT_FOUND()
      if (outcome === 'self') throw errors.CONFLICT()
      return { id: input.id }
    }),

    removePortrait: os.removePortrait.handler(async ({ input, context: { claims }, errors }) => {
      const isKnown = await asUser(db, claims, (tx) => dropPortrait(tx, claims.sub, input.id))
      if (!isKnown) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    stories: os.stories.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => storiesOfPerson(tx, claims.sub, await read(tx, claims, input.id))),
    ),
  }
}

import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfPerson, personAccess } from '../../db/person-access.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import {
  changeSharedMember,
  createFamilyMember,
  deleteFamilyMember,
  dropPortrait,
  getFamilyMember,
  getSharedMember,
  listFamilyMembers,
  updateFamilyMember,
} from './family-members.ts'
import { storiesOfPerson } from './person-stories.ts'

export function familyMembersRoutes(services: Services) {
  const { db } = services
  const os = implement(contract.familyMembers).$context<RequestContext>().use(requirePerson)
  const read = async (tx: Tx, { sub }: Claims, id: string) => {
    const access = await personAccess(tx, id)
    if (!access) throw codeError('NOT_FOUND')
    const address = addressSigner(services, access.ownerId, { person: sub })
    const member = await (access.role === 'owner'
      ? getFamilyMember(tx, sub, id, address)
      : getSharedMember(tx, access, id, address))
    if (!member) throw codeError('NOT_FOUND')
    return { member, ownerId: access.ownerId }
  }
  const show = async (tx: Tx, claims: Claims, id: string) => (await read(tx, claims, id)).member

  return {
    list: os.list.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) =>
        listFamilyMembers(tx, claims.sub, input, addressSigner(services, claims.sub)),
      ),
    ),

    get: os.get.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => show(tx, claims, input.id)),
    ),

    create: os.create.handler(({ input, context: { claims }, errors }) =>
      asUser(db, claims, async (tx) => {
        // Nobody makes a second person under the id of one whom somebody shares with them.
        const access = await personAccess(tx, input.id)
        if (access && access.role !== 'owner') throw errors.FORBIDDEN()
        await createFamilyMember(tx, claims.sub, input)
        return show(tx, claims, input.id)
      }),
    ),

    update: os.update.handler(({ input, context: { claims }, errors }) =>
      asUser(db, claims, async (tx) => {
        const ownerId = await ownerOfPerson(tx, input.id, 'change')
        const change = ownerId === claims.sub ? updateFamilyMember : changeSharedMember
        const outcome = await change(tx, ownerId, input)
        if (outcome === 'missing') throw errors.NOT_FOUND()
        if (outcome === 'conflict') throw errors.CONFLICT()
        return show(tx, claims, input.id)
      }),
    ),

    delete: os.delete.handler(async ({ input, context: { claims }, errors }) => {
      const outcome = await asUser(db, claims, async (tx) =>
        deleteFamilyMember(tx, await ownerOfPerson(tx, input.id, 'own'), input.id),
      )
      if (outcome === 'missing') throw errors.NOT_FOUND()
      if (outcome === 'self') throw errors.CONFLICT()
      return { id: input.id }
    }),

    removePortrait: os.removePortrait.handler(async ({ input, context: { claims }, errors }) => {
      const isKnown = await asUser(db, claims, async (tx) =>
        dropPortrait(tx, await ownerOfPerson(tx, input.id, 'change'), input.id),
      )
      if (!isKnown) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    stories: os.stories.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) => {
        const { member, ownerId } = await read(tx, claims, input.id)
        return storiesOfPerson(tx, ownerId, member, input.cursor)
      }),
    ),
  }
}

import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { askAsUser, asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfStory, refuseSharedStory, storyAccess } from '../../db/story-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { arrangeStory } from './arrange.ts'
import { deleteNote, putNote } from './notes.ts'
import { createStory, getStory, listStories, restoreStory, trashStory, updateStory } from './stories.ts'

const api = implement(contract.stories).$context<RequestContext>().use(requirePerson)

export function storiesRoutes(services: Services) {
  const { db } = services
  const addressesFor = (claims: Claims, ownerId: string) =>
    addressSigner(services, ownerId, { person: claims.sub })

  /**
   * Changes a story, the person's own or a shared one, and returns it as it is afterwards; null if there is no such
   * story.
   */
  const change = (claims: Claims, id: string, work: (tx: Tx, ownerId: string) => Promise<boolean>) =>
    asUser(db, claims, async (tx) => {
      const ownerId = await ownerOfStory(tx, id, 'change')
      if (!(await work(tx, ownerId))) return null
      return getStory(tx, ownerId, id, addressesFor(claims, ownerId))
    })

  return {
    list: api.list.handler(({ context, input }) =>
      askAsUser(db, context.claims, (asking) =>
        listStories(asking, context.claims.sub, input, addressSigner(services, context.claims.sub)),
      ),
    ),

    get: api.get.handler(async ({ context: { claims }, input, errors }) => {
      const found = await asUser(db, claims, async (tx) => {
        const own = await getStory(tx, claims.sub, input.id, addressesFor(claims, claims.sub))
        if (own) return own
        const shared = await storyAccess(tx, input.id)
        return shared && getStory(tx, shared.ownerId, input.id, addressesFor(claims, shared.ownerId))
      })
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    create: api.create.handler(async ({ context: { claims }, input, errors }) => {
      const created = await asUser(db, claims, async (tx) => {
        await refuseSharedStory(tx, input.id)
        if (!(await createStory(tx, claims.sub, input))) return null
        return getStory(tx, claims.sub, input.id, addressesFor(claims, claims.sub))
      })
      if (!created) throw errors.GONE()
      return created
    }),

    update: api.update.handler(async ({ context: { claims }, input, errors }) => {
      const updated = await change(claims, input.id, (tx, ownerId) => updateStory(tx, ownerId, input))
      if (!updated) throw errors.NOT_FOUND()
      return updated
    }),

    putNote: api.putNote.handler(async ({ context: { claims }, input, errors }) => {
      const { storyId, ...note } = input
      const written = await asUser(db, claims, async (tx) =>
        putNote(tx, await ownerOfStory(tx, storyId, 'change'), storyId, note),
      )
      if (written === 'full') throw errors.LIMIT_REACHED()
      if (!written) throw errors.NOT_FOUND()
      return written
    }),

    deleteNote: api.deleteNote.handler(async ({ context: { claims }, input, errors }) => {
      const deleted = await asUser(db, claims, async (tx) =>
        deleteNote(tx, await ownerOfStory(tx, input.storyId, 'change'), input.storyId, input.id),
      )
      if (!deleted) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    arrange: api.arrange.handler(async ({ context: { claims }, input, errors }) => {
      const arranged = await change(claims, input.id, (tx, ownerId) => arrangeStory(tx, ownerId, input))
      if (!arranged) throw errors.NOT_FOUND()
      return arranged
    }),

    delete: api.delete.handler(async ({ context: { claims }, input, errors }) => {
      const trashed = await asUser(db, claims, async (tx) =>
        trashStory(tx, await ownerOfStory(tx, input.id, 'manage'), input.id),
      )
      if (!trashed) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    restore: api.restore.handler(async ({ context: { claims }, input, errors }) => {
      const restored = await asUser(db, claims, async (tx) =>
        restoreStory(tx, await ownerOfStory(tx, input.id, 'manage', 'kept or in the trash'), input.id),
      )
      if (!restored) throw errors.NOT_FOUND()
      return { id: input.id }
    }),
  }
}

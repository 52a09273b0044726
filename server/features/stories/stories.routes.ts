import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { addressSigner } from '../media/media.ts'
import { arrangeStory } from './arrange.ts'
import { deleteNote, putNote } from './notes.ts'
import { createStory, getStory, listStories, restoreStory, trashStory, updateStory } from './stories.ts'

const api = implement(contract.stories).$context<RequestContext>().use(requirePerson)

export function storiesRoutes(services: Services) {
  const { db } = services

  return {
    list: api.list.handler(({ context, input }) =>
      asUser(db, context.claims, (tx) =>
        listStories(tx, context.claims.sub, input, addressSigner(services, context.claims.sub)),
      ),
    ),

    get: api.get.handler(async ({ context, input, errors }) => {
      const addressOf = addressSigner(services, context.claims.sub)
      const found = await asUser(db, context.claims, (tx) =>
        getStory(tx, context.claims.sub, input.id, addressOf),
      )
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    create: api.create.handler(async ({ context, input, errors }) => {
      const addressOf = addressSigner(services, context.claims.sub)
      const created = await asUser(db, context.claims, async (tx) => {
        if (!(await createStory(tx, context.claims.sub, input))) return null
        return getStory(tx, context.claims.sub, input.id, addressOf)
      })
      if (!created) throw errors.GONE()
      return created
    }),

    update: api.update.handler(async ({ context, input, errors }) => {
      const addressOf = addressSigner(services, context.claims.sub)
      const updated = await asUser(db, context.claims, async (tx) => {
        if (!(await updateStory(tx, context.claims.sub, input))) return null
        return getStory(tx, context.claims.sub, input.id, addressOf)
      })
      if (!updated) throw errors.NOT_FOUND()
      return updated
    }),

    putNote: api.putNote.handler(async ({ context, input, errors }) => {
      const { storyId, ...note } = input
      const written = await asUser(db, context.claims, (tx) => putNote(tx, context.claims.sub, storyId, note))
      if (written === 'full') throw errors.LIMIT_REACHED()
      if (!written) throw errors.NOT_FOUND()
      return written
    }),

    deleteNote: api.deleteNote.handler(async ({ context, input, errors }) => {
      const deleted = await asUser(db, context.claims, (tx) =>
        deleteNote(tx, context.claims.sub, input.storyId, input.id),
      )
      if (!deleted) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    arrange: api.arrange.handler(async ({ context, input, errors }) => {
      const addressOf = addressSigner(services, context.claims.sub)
      const arranged = await asUser(db, context.claims, async (tx) => {
        if (!(await arrangeStory(tx, context.claims.sub, input))) return null
        return getStory(tx, context.claims.sub, input.id, addressOf)
      })
      if (!arranged) throw errors.NOT_FOUND()
      return arranged
    }),

    delete: api.delete.handler(async ({ context, input, errors }) => {
      const trashed = await asUser(db, context.claims, (tx) => trashStory(tx, context.claims.sub, input.id))
      if (!trashed) throw errors.NOT_FOUND()
      return { id: input.id }
    }),

    restore: api.restore.handler(async ({ context, input, errors }) => {
      const restored = await asUser(db, context.claims, (tx) =>
        restoreStory(tx, context.claims.sub, input.id),
      )
      if (!restored) throw errors.NOT_FOUND()
      return { id: input.id }
    }),
  }
}

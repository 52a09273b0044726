import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { ownerOfMedia } from '../../db/story-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { uploadStatusOf } from '../uploads/uploads.ts'
import { signAddress } from './address.ts'
import { describeMedia, findFile, getMediaItem, removeMedia, shownAs } from './media.ts'

export function mediaRoutes({ db, secrets }: Services) {
  const os = implement(contract.media).$context<RequestContext>().use(requirePerson)

  return {
    address: os.address.handler(async ({ context, input, errors }) => {
      const found = await asUser(db, context.claims, async (tx) => {
        const ownerId = await ownerOfMedia(tx, input.id, 'see')
        const file = await findFile(tx, { ownerId, mediaId: input.id })
        return file && { ownerId, file, shownId: await shownAs(tx, { ownerId, mediaId: input.id }, file) }
      })
      if (!found) throw errors.NOT_FOUND()

      const { ownerId, file, shownId } = found
      const sign = (id: string) => signAddress(secrets, ownerId, id, { person: context.claims.sub })
      const address = sign(input.id)
      return {
        id: input.id,
        mimeType: file.mimeType,
        sizeBytes: file.sizeBytes,
        ...address,
        shownUrl: shownId === input.id ? address.url : sign(shownId).url,
      }
    }),

    upload: os.upload.handler(async ({ context, input, errors }) => {
      const found = await asUser(db, context.claims, async (tx) => {
        const upload = await uploadStatusOf(tx, context.claims.sub, input.id)
        if (!upload) return null

        const { mediaId, ...status } = upload
        return { ...status, media: mediaId ? await getMediaItem(tx, context.claims.sub, mediaId) : null }
      })
      if (!found) throw errors.NOT_FOUND()
      return found
    }),

    describe: os.describe.handler(async ({ context, input, errors }) => {
      const described = await asUser(db, context.claims, async (tx) =>
        describeMedia(tx, await ownerOfMedia(tx, input.id, 'change'), input.id, input),
      )
      if (!described) throw errors.NOT_FOUND()
      return described
    }),

    remove: os.remove.handler(async ({ context, input, errors }) => {
      const removed = await asUser(db, context.claims, async (tx) =>
        removeMedia(tx, await ownerOfMedia(tx, input.id, 'own'), input.id),
      )
      if (!removed) throw errors.NOT_FOUND()
      if (removed === 'kept') throw errors.CONFLICT()
      return { id: input.id }
    }),
  }
}

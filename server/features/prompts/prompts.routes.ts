import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { getPlaylist, listPlaylists, listPrompts } from './prompts.ts'

const api = implement(contract.prompts).$context<RequestContext>().use(requirePerson)

export function promptsRoutes({ db }: Services) {
  return {
    list: api.list.handler(({ context, input }) =>
      asUser(db, context.claims, (tx) => listPrompts(tx, input)),
    ),

    playlists: api.playlists.handler(({ context }) => asUser(db, context.claims, listPlaylists)),

    playlist: api.playlist.handler(async ({ context, input, errors }) => {
      const found = await asUser(db, context.claims, (tx) => getPlaylist(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),
  }
}

import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import {
  addToPlaylist,
  copyPlaylist,
  createPlaylist,
  deletePlaylist,
  getPlaylist,
  listPlaylists,
  updatePlaylist,
} from './playlists.ts'
import {
  copyPrompt,
  createPrompt,
  deletePrompt,
  getPrompt,
  listPrompts,
  markAsked,
  updatePrompt,
} from './prompts.ts'

const api = implement(contract.prompts).$context<RequestContext>().use(requirePerson)

export function promptsRoutes({ db }: Pick<Services, 'db'>) {
  return {
    list: api.list.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => listPrompts(tx, input)),
    ),
    get: api.get.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => getPrompt(tx, input.id)),
    ),
    create: api.create.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => createPrompt(tx, claims.sub, input)),
    ),
    update: api.update.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => updatePrompt(tx, input)),
    ),
    delete: api.delete.handler(async ({ context: { claims }, input: { id } }) => {
      await asUser(db, claims, (tx) => deletePrompt(tx, claims.sub, id))
      return { id }
    }),
    copy: api.copy.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => copyPrompt(tx, claims.sub, input.id)),
    ),
    markAsked: api.markAsked.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => markAsked(tx, claims.sub, input)),
    ),
    playlists: api.playlists.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => listPlaylists(tx, input)),
    ),
    playlist: api.playlist.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => getPlaylist(tx, input.id)),
    ),
    createPlaylist: api.createPlaylist.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => createPlaylist(tx, claims.sub, input)),
    ),
    updatePlaylist: api.updatePlaylist.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => updatePlaylist(tx, claims.sub, input)),
    ),
    deletePlaylist: api.deletePlaylist.handler(async ({ context: { claims }, input: { id } }) => {
      await asUser(db, claims, (tx) => deletePlaylist(tx, claims.sub, id))
      return { id }
    }),
    copyPlaylist: api.copyPlaylist.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => copyPlaylist(tx, claims.sub, input)),
    ),
    addToPlaylist: api.addToPlaylist.handler(({ context: { claims }, input }) =>
      asUser(db, claims, (tx) => addToPlaylist(tx, claims.sub, input)),
    ),
  }
}

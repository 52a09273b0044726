import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { completeRecording } from './complete.ts'
import { discardRecording, getStatus, startRecording } from './recordings.ts'

export function recordingsRoutes({ db, storage }: Services) {
  const os = implement(contract.recordings).$context<RequestContext>().use(requirePerson)

  return {
    start: os.start.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => startRecording(tx, claims.sub, input)),
    ),
    status: os.status.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => getStatus(tx, claims.sub, input.id)),
    ),
    complete: os.complete.handler(({ input, context: { claims } }) =>
      asUser(db, claims, (tx) => completeRecording(tx, storage, claims.sub, input)),
    ),
    discard: os.discard.handler(async ({ input, context: { claims } }) => {
      await asUser(db, claims, (tx) => discardRecording(tx, claims.sub, input.id))
      return { id: input.id }
    }),
  }
}

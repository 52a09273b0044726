import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { ownerOfTalk, refuseSharedStory } from '../../db/story-access.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { requireRecorder } from '../recording-links/recording-links.ts'
import { awaitRest } from './await-rest.ts'
import { completeRecording } from './complete.ts'
import { discardRecording, getStoredStatus, startRecording } from './recordings.ts'

export function recordingsRoutes(services: Services) {
  const { db, storage } = services
  const api = implement(contract.recordings).$context<RequestContext>()
  const os = api.use(requireRecorder(services))
  const people = api.use(requirePerson)

  return {
    start: os.start.handler(({ input, context: { recorder } }) =>
      recorder.run(async (tx) => {
        if (recorder.link === null) await refuseSharedStory(tx, input.story.id)
        return startRecording(tx, storage, recorder, input)
      }),
    ),
    status: os.status.handler(({ input, context: { recorder } }) =>
      recorder.run((tx) => getStoredStatus(tx, storage, recorder.userId, input.id)),
    ),
    complete: os.complete.handler(({ input, context: { recorder } }) =>
      recorder.run((tx) => completeRecording(tx, storage, recorder.userId, input)),
    ),
    discard: os.discard.handler(async ({ input, context: { recorder } }) => {
      await recorder.run((tx) => discardRecording(tx, recorder, input))
      return { id: input.id }
    }),
    awaitRest: people.awaitRest.handler(({ input: { id, isAwaited }, context: { claims } }) =>
      asUser(db, claims, async (tx) =>
        awaitRest(tx, { userId: await ownerOfTalk(tx, id, 'own'), id }, isAwaited),
      ),
    ),
  }
}

import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { refuseSharedStory } from '../../db/story-access.ts'
import type { RequestContext } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { requireRecorder } from '../recording-links/recording-links.ts'
import { completeRecording } from './complete.ts'
import { discardRecording, getStoredStatus, startRecording } from './recordings.ts'

export function recordingsRoutes(services: Services) {
  const { storage } = services
  const os = implement(contract.recordings).$context<RequestContext>().use(requireRecorder(services))

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
      await recorder.run((tx) => discardRecording(tx, recorder, input.id))
      return { id: input.id }
    }),
  }
}

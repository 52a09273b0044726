import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'
import { askForCaptions } from './captions.ts'

export function captionsRoutes({ db, speech }: Services) {
  const os = implement(contract.captions).$context<RequestContext>().use(requirePerson)
  return {
    listen: os.listen.handler(({ input, context: { claims } }) => {
      if (speech === null) throw codeError('SPEECH_NOT_SET_UP')
      return asUser(db, claims, async (tx) => ({
        isListening: await askForCaptions(tx, claims.sub, input.id),
      }))
    }),
  }
}

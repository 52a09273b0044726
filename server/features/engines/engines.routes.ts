import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import { hasFfmpeg } from '../../media/find-media-tool.ts'
import type { Services } from '../../services.ts'
import { engineName } from '../transcripts/transcripts.ts'

export function enginesRoutes({
  speech,
  textModel,
  imageModel,
}: Pick<Services, 'speech' | 'textModel' | 'imageModel'>) {
  const canCut = hasFfmpeg()
  const os = implement(contract.engines).$context<RequestContext>().use(requirePerson)
  return {
    get: os.get.handler(async () => ({
      listens: engineName(speech),
      canCut: await canCut,
      writes: textModel?.label ?? null,
      draws: imageModel?.label ?? null,
    })),
  }
}

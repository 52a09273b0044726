import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import type { Services } from '../../services.ts'

export function helpRoutes({ env }: Pick<Services, 'env'>) {
  const os = implement(contract.help).$context<RequestContext>().use(requirePerson)
  return { support: os.support.handler(() => env.support) }
}

import { StandardRPCJsonSerializer, StandardRPCSerializer } from '@orpc/client/standard'
import { FetchHandler } from '@orpc/server/fetch'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import {
  StandardHandler,
  type StandardHandlerOptions,
  StandardRPCCodec,
  StandardRPCMatcher,
} from '@orpc/server/standard'
import type { AppRouter } from '../router.ts'
import type { RequestContext } from './signed-in.ts'

/**
 * oRPC's own RPC handler, except that data that is plain JSON already, as nearly every response is, is sent unchanged. The library's
 * serialiser would copy it value by value and build the path of each, in search of dates and other special types.
 */
export function createRpcHandler(
  router: AppRouter,
  options: StandardHandlerOptions<RequestContext>,
): FetchHandler<RequestContext> {
  const plugins = [...(options.plugins ?? []), new StrictGetMethodPlugin<RequestContext>()]
  const codec = new StandardRPCCodec(new StandardRPCSerializer(new PlainJsonSerializer()))
  const matcher = new StandardRPCMatcher()
  return new FetchHandler(new StandardHandler(router, matcher, codec, { ...options, plugins }))
}

export class PlainJsonSerializer extends StandardRPCJsonSerializer {
  override serialize(
    ...call: Parameters<StandardRPCJsonSerializer['serialize']>
  ): ReturnType<StandardRPCJsonSerializer['serialize']> {
    const [data, segments] = call
    // Only for a whole value (`segments` is undefined): for the parts of one, the library calls this method recursively.
    return segments === undefined && isPlainJson(data) ? [data, [], [], []] : super.serialize(...call)
  }
}

/** Whether the library's serialiser would change nothing: only plain JSON. Undefined members are left out with and without it. */
function isPlainJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return !Number.isNaN(value)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isPlainJson)
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value).every((member) => member === undefined || isPlainJson(member))
}

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
 * oRPC's own RPC handler, but that what is plain JSON already, as nearly every answer is, goes out as it is: the
 * library's serialiser copies it value by value, and writes down the path of each, in search of dates and the like.
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
    // Only what is whole: within, the library goes on by itself.
    return segments === undefined && isPlainJson(data) ? [data, [], [], []] : super.serialize(...call)
  }
}

/** Whether `JSON.stringify` writes it so that parsing gives the same; members that are undefined are left out by both. */
function isPlainJson(value: unknown): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true
  if (typeof value === 'number') return !Number.isNaN(value)
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isPlainJson)
  if (Object.getPrototypeOf(value) !== Object.prototype) return false
  return Object.values(value).every((member) => member === undefined || isPlainJson(member))
}

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
import { compressLarge, LARGE } from './large-answers.ts'
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
  const serializer = new PlainJsonSerializer()
  const codec = new StandardRPCCodec(new StandardRPCSerializer(serializer))
  const matcher = new StandardRPCMatcher()
  const rootInterceptors = [
    ...(options.rootInterceptors ?? []),
    compressLarge((body) => serializer.isLarge((body as { json?: unknown } | undefined)?.json)),
  ]
  return new FetchHandler(
    new StandardHandler(router, matcher, codec, { ...options, plugins, rootInterceptors }),
  )
}

export class PlainJsonSerializer extends StandardRPCJsonSerializer {
  private readonly large = new WeakSet<object>()

  /** Whether this was plain, and long. */
  isLarge(data: unknown): boolean {
    return typeof data === 'object' && data !== null && this.large.has(data)
  }

  override serialize(
    ...call: Parameters<StandardRPCJsonSerializer['serialize']>
  ): ReturnType<StandardRPCJsonSerializer['serialize']> {
    const [data, segments] = call
    // Only what is whole: within, the library goes on by itself.
    if (segments !== undefined) return super.serialize(...call)
    const length = plainLength(data)
    if (Number.isNaN(length)) return super.serialize(...call)
    if (length >= LARGE) this.large.add(data as object)
    return [data, [], [], []]
  }
}

/** As long as most names of members are, with what stands around them. */
const NAME = 8

/**
 * How long it is about, as `JSON.stringify` writes it: its letters, and some for each value. NaN where parsing that would not give
 * the same; members that are undefined are left out by both.
 */
function plainLength(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'boolean' || value === null) return 4
  if (typeof value === 'number') return Number.isNaN(value) ? value : 4
  if (typeof value !== 'object') return Number.NaN
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return Number.NaN
  let length = 2
  for (const member of Object.values(value)) {
    // A member of a list counts as null.
    if (member !== undefined) length += NAME + plainLength(member)
    else if (Array.isArray(value)) return Number.NaN
  }
  return length
}

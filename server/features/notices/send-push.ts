import { request } from 'node:https'
import { isIP } from 'node:net'
import type { PushNews } from '#contract/notices.ts'
import { hostOf, isPublicAddress, lookupOf } from './public-address.ts'
import type { PushKeys } from './push-keys.ts'

export type Device = { endpoint: string; p256dh: string; auth: string }

/**
 * What a push service answered: it took the push, the device no longer exists, try again later, or it will never take
 * this push.
 */
export type PushAnswer = 'taken' | 'gone' | 'later' | 'refused'
export type SendPush = (device: Device, news: PushNews) => Promise<PushAnswer>

/** Which addresses pushes may go to, and the CA to trust; tests use a push service of their own. */
export type Reach = { mayCall: (address: string) => boolean; ca?: string }

const PATIENCE_MS = 15_000
/** News that is older than a day is not worth a push. */
export const KEPT_SECONDS = 86_400

/**
 * Creates a function that encrypts news for one device (RFC 8291) and sends it to the device's push service.
 * @throws when the push service cannot be reached
 */
export function createPushSender(keys: PushKeys, reach: Reach = { mayCall: isPublicAddress }): SendPush {
  return async ({ endpoint, p256dh, auth }, news) => {
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(news),
      { vapidDetails: keys, TTL: KEPT_SECONDS, urgency: 'normal' },
    )
    return answerOf(await post(new URL(endpoint), { headers, body }, reach))
  }
}

type Call = { headers: Record<string, unknown>; body: Buffer | string | null }

/** Sends a POST and reads only the status of the response; its body is not needed and may be endless. */
function post(url: URL, { headers, body }: Call, { mayCall, ca }: Reach): Promise<number> {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !mayCall(host)) throw new Error(`${host} is no public address`)

  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: headers as Record<string, string>,
        lookup: lookupOf(mayCall),
        signal: AbortSignal.timeout(PATIENCE_MS),
        agent: false,
        ...(ca === undefined ? {} : { ca }),
      },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function answerOf(status: number): PushAnswer {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  return status === 429 || status >= 500 ? 'later' : 'refused'
}

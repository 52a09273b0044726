import type { PushDevice } from '#contract/notices.ts'
import { client } from '../../lib/rpc.ts'

/** Why push could not be switched on in this browser, although the person asked for it. */
export type PushObstacle = 'unsupported' | 'insecure' | 'denied' | 'dismissed' | 'unreachable'

export class PushRefused extends Error {
  readonly obstacle: PushObstacle
  constructor(obstacle: PushObstacle) {
    super(`this browser is not pushed to: ${obstacle}`)
    this.obstacle = obstacle
  }
}

/** Why this browser does not support push at all; null if it does. On an iPhone it does once Kinora is on the home screen. */
export function lackOfPush(): 'unsupported' | 'insecure' | null {
  if (!window.isSecureContext) return 'insecure'
  const has = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return has ? null : 'unsupported'
}

/** The push endpoint of this browser, or null. */
export async function ownEndpoint(): Promise<string | null> {
  if (lackOfPush() !== null) return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription?.endpoint ?? null
}

/** Asks for permission, subscribes this browser, and has the server store the subscription. @throws PushRefused */
export async function pushToThisBrowser(name: string): Promise<PushDevice> {
  const lack = lackOfPush()
  if (lack !== null) throw new PushRefused(lack)
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') throw new PushRefused(permission === 'denied' ? 'denied' : 'dismissed')

  const { publicKey } = await client.notices.pushKey()
  const subscription = await subscribe(publicKey)
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return client.notices.addDevice({
    endpoint,
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    name,
  })
}

/** Ends this browser's push subscription. */
export async function endPushHere(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

/** Subscribes this browser. An old subscription to another key, as after the server was set up anew, is cancelled first. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await activeWorker()
    const before = await pushManager.getSubscription()
    if (before && base64Url(before.options.applicationServerKey) !== applicationServerKey)
      await before.unsubscribe()
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  } catch {
    throw new PushRefused('unreachable')
  }
}

/** Not `navigator.serviceWorker.ready`, which waits for ever if the worker could not be installed. */
async function activeWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await navigator.serviceWorker.register('/service-worker.js', {
    updateViaCache: 'none',
  })
  const worker = registration.installing ?? registration.waiting
  if (registration.active !== null || worker === null) return registration
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'))
    }
    worker.addEventListener('statechange', look)
    look()
  })
  return registration
}

function base64Url(bytes: ArrayBuffer | null): string {
  const letters = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
  return letters.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

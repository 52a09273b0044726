import { createECDH, randomBytes } from 'node:crypto'
import { type CDPSession, expect } from '@playwright/test'
import { browserArgs, browserProgram } from './browser.ts'
import { test } from './test.ts'

// The full browser, because the headless shell shows no notifications.
test.use({ launchOptions: { ...browserProgram, args: browserArgs } })
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

type Notified = { body: string; path: unknown }

/** Resolves when the browser reports that it displays a notification. */
const displayed = (session: CDPSession) =>
  new Promise<void>((found) => {
    session.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      if (backgroundServiceEvent.eventName === 'Notification displayed') found()
    })
  })

test('what is pushed is shown by the browser, in words of its own, and leads to the story', async ({
  page,
  person: _,
  server,
}) => {
  const path = '/app/stories/019a0000-0000-7000-8000-000000000000'
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true })
  await session.send('BackgroundService.startObserving', { service: 'notifications' })
  await page.goto('/app/settings')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  const registrationId = await registration
  const data = JSON.stringify({ kind: 'comment', path })
  const shown = () =>
    page.evaluate(async (): Promise<Notified[]> => {
      const ready = await navigator.serviceWorker.ready
      return (await ready.getNotifications()).map(({ body, data }) => ({ body, path: data.path }))
    })
  // Chromium loses a notification, for good, if it is asked for the shown ones at the very moment of showing it. So the push is
  // repeated each time that none is found, because asking again would never find it.
  await expect(async () => {
    const isDisplayed = displayed(session)
    await session.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data })
    await isDisplayed
    expect(await shown()).toEqual([{ body: 'There is a new comment on one of your stories.', path }])
  }).toPass()
})

test('a device is turned on, listed elsewhere and turned off; without its push service nothing is turned on', async ({
  page,
  person,
}) => {
  // Only the push service of the browser's maker is replaced, because tests must not depend on it.
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await page.addInitScript((keys) => {
    const endpoint = 'https://push.example.com/this-browser'
    let subscription: object | null = null
    const unsubscribe = async () => {
      subscription = null
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscription,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (localStorage.getItem('push-service') !== 'there') throw new DOMException('', 'AbortError')
        const bytes = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
        const key = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer
        const options = { applicationServerKey: key }
        subscription = { endpoint, options, unsubscribe, toJSON: () => ({ endpoint, keys }) }
        return subscription
      },
    })
  }, keys)
  await page.goto('/app/settings')
  const push = page.getByRole('switch', { name: 'Push notifications' })

  await push.click()
  await expect(page.getByRole('alert')).toContainText('notification service cannot be reached')
  await expect(push).not.toBeChecked()
  expect(await person.api.notices.devices()).toEqual([])

  await page.evaluate(() => localStorage.setItem('push-service', 'there'))
  await push.click()
  const names = async () => (await person.api.notices.devices()).map(({ name }) => name)
  await expect.poll(names).toEqual([expect.stringMatching(/ on /)])
  await expect(push).toBeChecked()

  const other = page.getByRole('button', { name: 'Stop push notifications on An old tablet' })
  await person.api.notices.addDevice({
    endpoint: 'https://push.example.com/old',
    keys,
    name: 'An old tablet',
  })
  await push.click()
  await expect.poll(names).toEqual(['An old tablet'])
  await expect(push).not.toBeChecked()
  await other.click()
  await expect(other).toHaveCount(0)
  expect(await names()).toEqual([])
})

test('where nothing of Kinora can be kept on the device the switch says that it did not work, and waits for nothing', async ({
  page,
  context,
  person: _,
}) => {
  const fails = `self.addEventListener('install', (event) => event.waitUntil(Promise.reject(new Error('no room'))))`
  const script = { contentType: 'text/javascript', body: fails }
  await context.route('**/service-worker.js', (route) => route.fulfill(script))
  await page.goto('/app/settings')
  const push = page.getByRole('switch', { name: 'Push notifications' })

  await push.click()

  await expect(page.getByRole('alert')).toContainText('notification service cannot be reached')
  await expect(push).not.toBeChecked()
  await expect(push).toBeEnabled()
})

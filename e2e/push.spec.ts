import { createECDH, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { browserArgs, browserProgram } from './browser.ts'
import { test } from './test.ts'

// The one without windows shows no notifications.
test.use({ launchOptions: { ...browserProgram, args: browserArgs } })
test.use({ serviceWorkers: 'allow', permissions: ['notifications'] })

type Notified = { body: string; path: unknown }

test('what is pushed is shown by the browser, in words of its own, and leads to the story', async ({
  page,
  person,
  server,
}) => {
  expect(person.id).not.toBe('')
  const path = '/app/stories/019a0000-0000-7000-8000-000000000000'
  const session = await page.context().newCDPSession(page)
  const registration = new Promise<string>((found) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) found(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await page.goto('/app/settings')
  // It is there as soon as it is being activated, and hears what is pushed only afterwards.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise((done) => active.addEventListener('statechange', done, { once: true }))
  })

  await session.send('ServiceWorker.deliverPushMessage', {
    origin: server.origin,
    registrationId: await registration,
    data: JSON.stringify({ kind: 'comment', path }),
  })

  const shown = () =>
    page.evaluate(async (): Promise<Notified[]> => {
      const ready = await navigator.serviceWorker.ready
      return (await ready.getNotifications()).map(({ body, data }) => ({ body, path: data.path }))
    })
  await expect.poll(shown).toEqual([{ body: 'There is a new comment on one of your stories.', path }])
})

test('a device is turned on, listed elsewhere and turned off; without its push service nothing is turned on', async ({
  page,
  person,
}) => {
  // The one thing that is replaced: the browser maker's service, which no test may depend on.
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

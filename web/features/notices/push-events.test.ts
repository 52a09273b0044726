import { expect, test, vi } from 'vitest'
import { hearPushes, type PushWorker } from './push-events.ts'

type Listener = (event: object) => void

/** A fake service worker whose calls can be inspected. */
function worker(windows: string[] = []) {
  const listeners = new Map<string, Listener>()
  const showNotification = vi.fn(async (_title: string, _options: NotificationOptions) => undefined)
  const openWindow = vi.fn(async (_url: string) => undefined)
  const focus = vi.fn(async (_url: string) => undefined)
  const parts: PushWorker = {
    registration: { showNotification },
    location: { origin: 'https://kinora.example' },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: () => focus(url) })),
      openWindow,
    },
    addEventListener: (type: string, listener: unknown) => void listeners.set(type, listener as Listener),
  }
  hearPushes(parts)
  const fire = async (type: string, event: object) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) })
    await Promise.all(work)
  }
  return {
    showNotification,
    openWindow,
    focus,
    push: (json: () => unknown) => fire('push', { data: { json } }),
    press: (data: unknown) => fire('notificationclick', { notification: { data, close: () => undefined } }),
  }
}

test('news is told in words of this device and leads to what it is about', async () => {
  const { push, showNotification } = worker()

  await push(() => ({ kind: 'comment', path: '/app/stories/1f' }))

  expect(showNotification).toHaveBeenCalledWith(
    'Kinora',
    expect.objectContaining({
      body: 'There is a new comment on one of your stories.',
      data: { path: '/app/stories/1f' },
    }),
  )
})

test('what is not understood is shown as something new, and leads home', async () => {
  const unreadable = () => {
    throw new SyntaxError('not JSON')
  }
  for (const data of [unreadable, () => null, () => ({ kind: 'constructor', path: '/app' })]) {
    const { push, showNotification } = worker()
    await push(data)
    expect(showNotification).toHaveBeenCalledWith(
      'Kinora',
      expect.objectContaining({ body: 'There is something new.', data: { path: '/app' } }),
    )
  }
})

test('pressing it goes to a window that is there already, or opens one', async () => {
  const open = worker(['https://kinora.example/app/stories/1f'])
  await open.press({ path: '/app/stories/1f' })
  expect(open.focus).toHaveBeenCalledWith('https://kinora.example/app/stories/1f')
  expect(open.openWindow).not.toHaveBeenCalled()

  const closed = worker()
  await closed.press({ path: '/app/stories/1f' })
  expect(closed.openWindow).toHaveBeenCalledWith('https://kinora.example/app/stories/1f')
})

test('nothing that is pushed leads out of the app', async () => {
  for (const path of ['https://evil.example/', '//evil.example', '/app/../login', 'javascript:alert(1)', 7]) {
    const { press, openWindow } = worker()
    await press({ path })
    expect(openWindow).toHaveBeenCalledWith('https://kinora.example/app')
  }
})

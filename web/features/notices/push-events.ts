import type { PushNews } from '#contract/notices.ts'

/** The parts of the service worker's global scope needed here, which TypeScript's types for pages do not include. */
type Waiting = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = Waiting & { data: { json: () => unknown } | null }
type ClickEvent = Waiting & { notification: Notification }
type Window = { url: string; focus: () => Promise<unknown> }
export type PushWorker = {
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> }
  location: { origin: string }
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Window[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: {
    (type: 'push', listener: (event: PushEvent) => void): void
    (type: 'notificationclick', listener: (event: ClickEvent) => void): void
  }
}

/**
 * Messages only name the kind of news, because they pass through push services of third
 * parties, which must not see a family's names and words.
 */
const sentences: Record<PushNews['kind'], string> = {
  shared: 'Somebody shared a story with you.',
  comment: 'There is a new comment on one of your stories.',
  transcript: 'The transcript of a story is ready.',
}

function sentenceOf({ kind, path }: PushNews): string {
  if (kind === 'shared' && path.startsWith('/app/storybooks/')) return 'Somebody shared a storybook with you.'
  if (kind === 'shared' && path.startsWith('/app/family/'))
    return 'Somebody shared a page of the family with you.'
  return sentences[kind]
}

/** For the service worker: shows push messages, and opens the page they are about when they are pressed. */
export function hearPushes(worker: PushWorker): void {
  worker.addEventListener('push', (event) => event.waitUntil(show(worker, readNews(event))))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(open(worker, pathOf(event.notification.data)))
  })
}

/** Browsers revoke the permission for push if a message shows no notification, so one that is not understood is shown, too. */
function show({ registration }: PushWorker, news: PushNews | null): Promise<void> {
  return registration.showNotification('Kinora', {
    body: news ? sentenceOf(news) : 'There is something new.',
    icon: '/favicon.svg',
    data: { path: news?.path ?? '/app' },
    ...(news ? { tag: `${news.kind} ${news.path}` } : {}),
  })
}

async function open({ clients, location }: PushWorker, path: string): Promise<void> {
  const address = new URL(path, location.origin).href
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(({ url }) => url === address)
  if (there) await there.focus()
  else await clients.openWindow(address)
}

function readNews({ data }: PushEvent): PushNews | null {
  try {
    const news = data?.json() as Partial<PushNews> | null | undefined
    if (news?.kind === undefined || !Object.hasOwn(sentences, news.kind)) return null
    return { kind: news.kind, path: pathOf(news) }
  } catch {
    return null
  }
}

/** Accepts only paths within this app; falls back to its start page. */
function pathOf(data: unknown): string {
  const path = data !== null && typeof data === 'object' && 'path' in data ? data.path : null
  return typeof path === 'string' && /^\/app(\/[\w/-]*)?$/.test(path) ? path : '/app'
}

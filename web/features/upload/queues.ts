import { useSyncExternalStore } from 'react'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sendInto } from './send-file.ts'
import { type UploadItem, type UploadNews, UploadQueue } from './upload-queue.ts'

const news: UploadNews = {
  stored: (name) => toastSuccess(`${name} uploaded successfully`),
  refused: (problem) => toastError(problem),
}

const queues = new Map<string, UploadQueue>()

/**
 * The upload queue of a story and its items. Uploads go on while somebody looks at other pages. `prepare` makes the
 * story where the server may not know it yet.
 */
export function useUploads(
  storyId: string,
  prepare: () => Promise<void> = async () => undefined,
): { queue: UploadQueue; items: UploadItem[] } {
  const queue = queueOf(storyId, prepare)
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}

function queueOf(storyId: string, prepare: () => Promise<void>): UploadQueue {
  const known = queues.get(storyId)
  if (known) return known

  const queue = new UploadQueue(sendInto(storyId, prepare), news)
  queues.set(storyId, queue)
  return queue
}

// Closing the tab stops uploads; the browser asks first while one is under way.
window.addEventListener('beforeunload', (event) => {
  const underWay = [...queues.values()].some((queue) =>
    queue.items().some((item) => item.state === 'sending' || item.state === 'waiting'),
  )
  if (underWay) event.preventDefault()
})

import { useSyncExternalStore } from 'react'
import { sendInto } from './send-file.ts'
import { type UploadItem, UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The upload queue of a story and its items. Uploads go on while somebody looks at other pages. */
export function useUploads(storyId: string): { queue: UploadQueue; items: UploadItem[] } {
  const queue = queueOf(storyId)
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) }
}

function queueOf(storyId: string): UploadQueue {
  const known = queues.get(storyId)
  if (known) return known

  const queue = new UploadQueue(sendInto(storyId))
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

import { countOf } from '../../lib/format.ts'
import { registerTabWork } from '../../lib/under-way.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sendInto } from './send-file.ts'
import { type UploadItem, type UploadNews, UploadQueue } from './upload-queue.ts'

const news: UploadNews = {
  stored: (name) => toastSuccess(`${name} uploaded successfully`),
  refused: (problem) => toastError(problem),
  together: (stored, refused) => {
    if (stored > 0) toastSuccess(`${countOf(stored, 'file')} uploaded successfully`)
    if (refused > 0) toastError(`${countOf(refused, 'file')} could not be taken`)
  },
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
  return { queue, items: useWatched(queue.items) }
}

function queueOf(storyId: string, prepare: () => Promise<void>): UploadQueue {
  const known = queues.get(storyId)
  if (known) return known

  const queue = new UploadQueue(sendInto(storyId, prepare), news)
  queues.set(storyId, queue)
  return queue
}

registerTabWork({
  tell: () => {
    const items = [...queues.values()].flatMap((queue) => queue.items.get())
    const count = items.filter(({ state }) => state === 'sending' || state === 'waiting').length
    return count > 0 ? countOf(count, 'file') : null
  },
  stop: () => {
    for (const queue of queues.values()) queue.stop()
  },
})

import { countOf } from '../../lib/format.ts'
import { registerTabWork } from '../../lib/under-way.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { resumeByItself } from './resume-by-itself.ts'
import { sendInto } from './send-file.ts'
import { tellUnseen } from './tell-unseen.ts'
import {
  goesAgain,
  isLeft,
  overviewId,
  type UploadItem,
  type UploadNews,
  UploadQueue,
} from './upload-queue.ts'

const news: UploadNews = {
  stored: (name, id) => tellUnseen(id, (at) => toastSuccess(`${name} uploaded successfully`, '', at)),
  refused: (problem, id) => tellUnseen(id, (at) => toastError(problem, '', at)),
  together: (stored, refused) =>
    tellUnseen(overviewId, (at) => {
      if (stored > 0) toastSuccess(`${countOf(stored, 'file')} uploaded successfully`, '', at)
      if (refused > 0) toastError(`${countOf(refused, 'file')} could not be taken`, '', at)
    }),
}

type Prepare = () => Promise<void>

const queues = new Map<string, UploadQueue>()
const preparations = new Map<string, Prepare>()

/**
 * The upload queue of a story and its items. Uploads continue while the person is on other
 * pages. `prepare` creates the story if the server may not know it yet. Since the queue outlives
 * the components, it calls the `prepare` that was given last.
 */
export function useUploads(storyId: string, prepare?: Prepare): { queue: UploadQueue; items: UploadItem[] } {
  if (prepare) preparations.set(storyId, prepare)
  const queue = queueOf(storyId)
  return { queue, items: useWatched(queue.items) }
}

function queueOf(storyId: string): UploadQueue {
  const known = queues.get(storyId)
  if (known) return known

  const queue = new UploadQueue(
    sendInto(storyId, async () => preparations.get(storyId)?.()),
    news,
  )
  resumeByItself(queue)
  queues.set(storyId, queue)
  return queue
}

// What failed while there was no connection goes on as soon as there is one, whatever page is shown by then.
window.addEventListener('online', () => {
  for (const queue of queues.values()) queue.resumePassing()
})

registerTabWork({
  tell: () => {
    const items = [...queues.values()].flatMap((queue) => queue.items.get())
    const count = items.filter((item) => isLeft(item) || goesAgain(item)).length
    return count > 0 ? countOf(count, 'file') : null
  },
  stop: () => {
    for (const queue of queues.values()) queue.stop()
  },
})

import { goesAgain, type UploadItem, type UploadQueue } from './upload-queue.ts'

/** How long files that failed rest before they are sent again unasked: a server that restarts may take longer than a transfer insists. */
const restMs = 15_000

/**
 * Sends again by itself, every few seconds, what failed while the server could not be reached or was busy. Files that have not had
 * their turn yet come first.
 */
export function resumeByItself(queue: UploadQueue): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const rest = () => {
    const isDue = queue.items.get().some(goesAgain) && !queue.items.get().some(isUnderWay)
    if (!isDue) {
      clearTimeout(timer)
      timer = undefined
    } else {
      timer ??= setTimeout(() => {
        timer = undefined
        queue.resumePassing()
      }, restMs)
    }
  }
  queue.items.watch(rest)
}

const isUnderWay = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'sending' || state === 'checking'

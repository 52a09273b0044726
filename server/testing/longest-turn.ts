import { ordinarySeconds } from './effort.ts'

/**
 * The longest stretch for which `work` blocked the event loop, as a multiple of what ordinary work takes on this machine (`effortOf`).
 * It counts this thread's processor time, because elapsed time on a busy machine says nothing.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const ordinary = await ordinarySeconds()
  let longest = 0
  let last = process.threadCpuUsage()
  const measure = () => {
    longest = Math.max(longest, process.threadCpuUsage(last).user / 1e6)
    last = process.threadCpuUsage()
  }
  const look = () => {
    measure()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  try {
    await work()
    measure()
  } finally {
    clearImmediate(next)
  }
  return longest / ordinary
}

import { ordinarySeconds } from './effort.ts'

/**
 * The longest stretch for which `work` blocked the event loop, as a multiple of what ordinary work takes on this machine (`effortOf`).
 * It counts this thread's processor time, because elapsed time on a busy machine says nothing. The lesser of two, because what earlier
 * tests left in memory may be collected during one of them.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const ordinary = await ordinarySeconds()
  return Math.min(await longestOf(work), await longestOf(work)) / ordinary
}

async function longestOf(work: () => Promise<unknown>): Promise<number> {
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
  return longest
}

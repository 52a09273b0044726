/**
 * The longest stretch, in seconds, for which `work` blocked the event loop. It counts this thread's processor time, because elapsed
 * time on a busy machine says nothing.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
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

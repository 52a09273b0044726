/**
 * For how many seconds of work nobody else had their turn at most. Of this thread's own work: how long it took on a busy
 * machine says nothing.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  const look = () => {
    longest = Math.max(longest, process.threadCpuUsage(last).user / 1e6)
    last = process.threadCpuUsage()
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  try {
    await work()
    look()
  } finally {
    clearImmediate(next)
  }
  return longest
}

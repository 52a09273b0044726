/** How often the event loop turned while `work` ran. Turns are counted, because how long each takes says more about the machine. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const look = () => {
    turns += 1
    next = setImmediate(look)
  }
  let next = setImmediate(look)
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}

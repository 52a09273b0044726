/** How often others had their turn while `work` went on. Counted, because how long each took says more of the machine. */
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

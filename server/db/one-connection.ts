import { AsyncLocalStorage } from 'node:async_hooks'

const holding = new AsyncLocalStorage<{ isOver: boolean }>()

/**
 * Runs `work`, which takes one connection of the pool. Work that holds one and waits for a second is refused: as many of it at once as
 * there are connections would wait for each other for ever, and every other request behind them. It is refused each time, however
 * many connections are free, so that the first test of such work fails and not a busy evening (docs/decisions/088).
 */
export async function withOneConnection<T>(work: () => Promise<T>): Promise<T> {
  if (holding.getStore()?.isOver === false)
    throw new Error(
      'A transaction was begun inside another one: each holds a connection, and the pool may have none left',
    )

  const here = { isOver: false }
  return holding.run(here, async () => {
    try {
      return await work()
    } finally {
      here.isOver = true
    }
  })
}

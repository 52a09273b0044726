import { setImmediate } from 'node:timers/promises'

/** That many small operations take a few milliseconds. */
const AT_ONCE = 2_000

/**
 * Calls `work` for each item in batches, and yields to the event loop between them, so that a long list does not block the process.
 */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  atOnce = AT_ONCE,
): Promise<void> {
  let done = 0
  for (const item of items) {
    if (done % atOnce === 0) await setImmediate()
    done += 1
    work(item)
  }
}

export async function mapInTurns<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Made,
): Promise<Made[]> {
  const made: Made[] = []
  await eachInTurns(items, (item) => made.push(make(item)))
  return made
}

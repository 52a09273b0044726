import { setImmediate } from 'node:timers/promises'

/** So many small things are done in a few milliseconds. */
const AT_ONCE = 2_000

/** Does `work` with each, some at a time: between them others have their turn, however many there are. */
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

type Work = () => Promise<unknown>

/** What waits, by family: who is first in the map is next, and goes behind all others with what they still want. */
const waiting = new Map<string, Work[]>()
let isDrawing = false

/**
 * Has a picture that somebody is waiting for drawn, one at a time in each process: a page full of pictures that strangers open must
 * not take the processors from who is recording, nor all of the few threads by which a process reads and writes its files.
 * Families take turns: one whose pictures take long, asked for over and over, holds up its own.
 */
export function inDrawingTurn<T>(family: string, draw: () => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const own = waiting.get(family) ?? []
    waiting.set(family, own)
    own.push(async () => {
      try {
        resolve(await draw())
      } catch (error) {
        reject(error)
      }
    })
    if (!isDrawing) void drawAll()
  })
}

async function drawAll(): Promise<void> {
  isDrawing = true
  for (const [family, own] of waiting) {
    waiting.delete(family)
    const next = own.shift()
    if (own.length > 0) waiting.set(family, own)
    await next?.()
  }
  isDrawing = false
}

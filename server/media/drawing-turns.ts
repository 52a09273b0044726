type Work = () => Promise<unknown>

/**
 * Waiting drawings by family. The first family in the map is next; after its turn it goes behind all others with what it still
 * wants.
 */
const waiting = new Map<string, Work[]>()
let isDrawing = false

/**
 * Draws a picture that somebody is waiting for, one at a time in each process: when strangers open a page full of pictures, drawing
 * them must not take the processors from people who are recording, nor all of the few threads by which the process reads and writes
 * its files. Families take turns, so that a family whose pictures take long, requested over and over, delays only itself.
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

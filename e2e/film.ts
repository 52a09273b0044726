import type { Page } from '@playwright/test'

/** A short WebM film of a moving square, made by the page's own recorder, so that nothing else has to be installed. */
export async function makeFilm(page: Page, seconds: number): Promise<Buffer> {
  const bytes = await page.evaluate(async (length) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    let frame = 0
    // A film is as long as until its last picture, and a machine that stands still draws none: there have to be enough of them, and some
    // after its time.
    let last = Number.POSITIVE_INFINITY
    const endsAt = performance.now() + length * 1_000
    const drawing = setInterval(() => {
      frame += 1
      pen?.clearRect(0, 0, 320, 180)
      pen?.fillRect((frame * 4) % 280, 60, 40, 40)
      if (last === Number.POSITIVE_INFINITY && performance.now() >= endsAt)
        last = Math.max(frame + 3, length * 10)
      if (frame >= last && recorder.state === 'recording') recorder.stop()
    }, 40)
    recorder.start()
    await stopped
    clearInterval(drawing)
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())]
  }, seconds)
  return Buffer.from(bytes)
}

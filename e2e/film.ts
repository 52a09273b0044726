import type { Page } from '@playwright/test'

/** A short WebM film of a moving square, made by the page's own recorder, so that nothing else has to be installed. */
export async function makeFilm(page: Page, seconds: number): Promise<Buffer> {
  const bytes = await page.evaluate(async (length) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const pen = canvas.getContext('2d')
    let frame = 0
    const drawing = setInterval(() => {
      frame += 1
      pen?.clearRect(0, 0, 320, 180)
      pen?.fillRect((frame * 4) % 280, 60, 40, 40)
    }, 40)

    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    const endsAt = performance.now() + length * 1_000
    const drawn = (isEnough: () => boolean) =>
      new Promise<void>((enough) => {
        const looking = setInterval(() => {
          if (!isEnough()) return
          clearInterval(looking)
          enough()
        }, 40)
      })
    await drawn(() => performance.now() > endsAt)
    // A film is as long as until its last picture, and a machine that stands still draws none: some have to come after its time.
    const last = frame + 3
    await drawn(() => frame >= last)
    recorder.stop()
    await stopped
    clearInterval(drawing)
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())]
  }, seconds)
  return Buffer.from(bytes)
}

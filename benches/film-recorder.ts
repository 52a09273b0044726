import type { BrowserContext, Page } from '@playwright/test'

/** How a film is handed out: in that many slices, the last of them no faster than a camera records. */
export type FilmPlan = { slices: number; sliceMs: number; mimeType: string }

/**
 * Replaces the browser's MediaRecorder, in every page of a context, by one that hands out a film in slices as fast as the studio
 * takes them. Nothing else is replaced: the camera is open, and everything that listens to the recorder is the product's.
 */
export async function recordFromFilm(context: BrowserContext, plan: FilmPlan): Promise<void> {
  await context.addInitScript(replaceRecorder, plan)
}

/** Gives the film to a page. Not with Playwright, which sends the bytes of a file to a browser that it has only connected to. */
export async function giveFilm(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const expression = "window.film = Object.assign(document.createElement('input'), { type: 'file' })"
  const { result } = await session.send('Runtime.evaluate', { expression })
  await session.send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId ?? '' })
  await session.detach()
}

/** Runs in the page, before any script of the page. */
function replaceRecorder({ slices, sliceMs, mimeType }: FilmPlan): void {
  /** A real recording is hardly ever further ahead of the device's disk, or of the server. */
  const aheadOfDiskMs = 2_000
  const aheadOfServerMs = 4_000
  /** The end is handed out in real time, so that the queue at the end is as long as that of any recording. */
  const inOwnTimeMs = 30_000
  /** Chromium keeps nearly a kilobyte for each read of a file: with one read per slice, that would look like memory of the studio. */
  const readAtATime = 100
  const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))

  /** How far the studio says that it is, in milliseconds: on the disk, and at the server. */
  function told(): { diskMs: number; serverMs: number } {
    const line = document.querySelector<HTMLElement>('[data-testid="safety-line"]')
    const atServer = /server to ([\d:]+)/.exec(line?.textContent ?? '')?.[1] ?? '0'
    const seconds = atServer.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    return { diskMs: Number(line?.dataset.keptMs ?? 0), serverMs: seconds * 1_000 }
  }

  class FilmRecorder extends EventTarget {
    static readonly isTypeSupported = MediaRecorder.isTypeSupported
    readonly mimeType = mimeType
    state: RecordingState = 'inactive'
    ondataavailable: ((event: { data: Blob }) => void) | null = null
    onerror: ((event: Event) => void) | null = null
    onstop: (() => void) | null = null

    start(): void {
      this.state = 'recording'
      this.#handOut().catch(() => this.onerror?.(new Event('error')))
    }

    stop(): void {
      this.state = 'inactive'
      setTimeout(() => this.onstop?.())
    }

    async #handOut(): Promise<void> {
      const film = (Reflect.get(window, 'film') as HTMLInputElement).files?.[0]
      if (film === undefined) throw new Error('there is no film')
      const size = Math.ceil(film.size / slices)
      let read = new Uint8Array()
      for (let index = 0; index < slices; index += 1) {
        const at = index % readAtATime
        if (at === 0) {
          const piece = film.slice(index * size, (index + readAtATime) * size)
          read = new Uint8Array(await piece.arrayBuffer())
        }
        await this.#untilDue(index * sliceMs)
        if (this.state !== 'recording') return
        // A separate Blob for each slice, as the browser's recorder makes it.
        this.ondataavailable?.({ data: new Blob([read.slice(at * size, (at + 1) * size)]) })
      }
    }

    async #untilDue(ms: number): Promise<void> {
      if (ms > slices * sliceMs - inOwnTimeMs) await wait(sliceMs)
      for (;;) {
        const { diskMs, serverMs } = told()
        const isDue = ms <= diskMs + aheadOfDiskMs && ms <= serverMs + aheadOfServerMs
        if (isDue || this.state !== 'recording') return
        await wait(1)
      }
    }
  }
  Object.assign(window, { MediaRecorder: FilmRecorder })
  const collect: unknown = Reflect.get(window, 'gc')
  if (typeof collect === 'function') setInterval(collect, 250)
}

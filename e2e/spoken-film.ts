import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { voiceFile } from './recorder/voice.ts'

/** A few seconds of speech, recorded by the page's own recorder. */
export async function spokenFilm(page: Page): Promise<Uint8Array<ArrayBuffer>> {
  const wav = readFileSync(voiceFile()).toString('base64')
  const bytes = await page.evaluate(async (encoded) => {
    const context = new AudioContext()
    const file = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))
    const source = context.createBufferSource()
    source.buffer = await context.decodeAudioData(file.buffer)
    const heard = context.createMediaStreamDestination()
    source.connect(heard)
    const recorder = new MediaRecorder(heard.stream, { mimeType: 'audio/webm;codecs=opus' })
    const pieces: Blob[] = []
    recorder.ondataavailable = ({ data }) => pieces.push(data)
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    await context.resume()
    source.start()
    recorder.start()
    setTimeout(() => recorder.stop(), 5_000)
    await stopped
    return [...new Uint8Array(await new Blob(pieces).arrayBuffer())]
  }, wav)
  return new Uint8Array(bytes)
}

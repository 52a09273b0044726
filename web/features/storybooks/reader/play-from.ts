import { playAt } from '../../../lib/play-at.ts'

/** Plays from a position. If playback is already within a second of it, it goes on without a seek, which would be audible. */
export async function playFrom(
  element: HTMLAudioElement,
  url: string,
  seconds: number,
  isMine: () => boolean,
): Promise<void> {
  // An element that failed, as while the network was gone, plays nothing until it is given its address again.
  if (element.error || element.src !== new URL(url, location.href).href) {
    element.src = url
    await new Promise<void>((resolve, reject) => {
      element.onloadedmetadata = () => resolve()
      element.onerror = () => reject(new Error('the voice cannot be loaded'))
    })
  }
  // While the recording was loading, the passage may have been stopped, or another one of the same recording pressed.
  if (!isMine()) return
  const goesOn = !element.paused && Math.abs(element.currentTime - seconds) < 1
  if (!goesOn) await playAt(element, seconds)
}

/**
 * Resolves when playback has reached the position or ended, or another playback has taken over the element.
 *
 * @param turnedTo called when the system pauses the voice, as for a call or by a headset's button, and when it lets it go on
 */
export function reached(
  element: HTMLAudioElement,
  seconds: number,
  isMine: () => boolean,
  turnedTo: (isPlaying: boolean) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isMine() && !element.ended && element.currentTime < seconds) return
      element.ontimeupdate = null
      element.onended = null
      element.onpause = null
      element.onplay = null
      resolve()
    }
    element.ontimeupdate = look
    element.onended = look
    element.onpause = () => {
      if (!isMine() || element.ended) look()
      // Chromium tells this also at the very end, before it counts as ended.
      else if (element.paused && element.currentTime < element.duration) turnedTo(false)
    }
    element.onplay = () => {
      if (isMine()) turnedTo(true)
    }
    element.onerror = () => reject(new Error('the voice broke off'))
  })
}

/**
 * Plays a recording from a position.
 *
 * At or beyond its end, where the last words may lie by a few milliseconds, it stops there: `play()` at the end begins it from the start.
 *
 * @param seconds from the start of the recording
 * @throws DOMException if the browser does not let it play, as before any press on the page
 */
export async function playAt(media: HTMLMediaElement, seconds: number): Promise<void> {
  media.currentTime = seconds
  if (seconds >= media.duration) return
  await media.play()
}

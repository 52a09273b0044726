/**
 * A file that is dropped beside the place that takes it would be shown by the browser where Kinora was, and end what is under
 * way. Nothing happens instead, and the pointer says so beforehand.
 */
export function holdStrayDrops(): void {
  const hold = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', hold)
  window.addEventListener('drop', hold)
}

/**
 * If a file is dropped beside the area that accepts it, the browser would open it in place of Kinora and end whatever is under
 * way. This cancels such drops, and the pointer shows beforehand that nothing will happen.
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

/**
 * Who writes Japanese, Chinese or Korean composes each word from several keys: Enter takes the word that is offered, Escape and
 * the arrows choose among others. These keys belong to the keyboard and mean nothing in the page: they would send what is half
 * written, close the dialog around it or take the first person of a list. Asked once, when the app starts.
 */
export function leaveComposingAlone(): void {
  const leave = (event: KeyboardEvent) => {
    // Safari has ended the composing when it tells of the Enter that ended it; by this number it can be known all the same.
    if (!event.isComposing && event.keyCode !== 229) return
    event.stopImmediatePropagation()
    // Or the browser makes it a request to close the dialog.
    if (event.key === 'Escape') event.preventDefault()
  }
  window.addEventListener('keydown', leave, { capture: true })
}

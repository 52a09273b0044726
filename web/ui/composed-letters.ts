/**
 * To write Japanese, Chinese or Korean, each word is composed from several keys: Enter accepts the offered word, Escape and
 * the arrows choose among others. These key presses belong to the input method and must mean nothing to the page: they would send a
 * half-written text, close the dialog around it or pick the first person of a list. To be called once, when the app starts.
 */
export function leaveComposingAlone(): void {
  const leave = (event: KeyboardEvent) => {
    // Safari ends the composition before it reports the Enter that ended it; such an Enter still has key code 229.
    if (!event.isComposing && event.keyCode !== 229) return
    event.stopImmediatePropagation()
    // Otherwise the browser turns Escape into a close request for the dialog.
    if (event.key === 'Escape') event.preventDefault()
  }
  window.addEventListener('keydown', leave, { capture: true })
}

/** An editor in place on a page, or a dialog, whose text would be lost if the page replaced it by something else. */
export type OpenEditor = {
  wouldLose: () => boolean
  /** Asks whether the editor may close. If so, it closes and then `goOn` is called. */
  askBefore: (goOn: () => void) => void
}

const openEditors = new Set<OpenEditor>()

/** Registers an editor. Returns a function that removes it again. */
export function addOpenEditor(editor: OpenEditor): () => void {
  openEditors.add(editor)
  return () => void openEditors.delete(editor)
}

/**
 * To be called before something replaces editors without leaving the page, such as another tab, or leaves the page from above an
 * open dialog: calls `goOn` at once if nothing would be lost, otherwise once each editor may close.
 */
export function leaveEditors(goOn: () => void): void {
  const leaveEach = ([editor, ...others]: OpenEditor[]): void => {
    if (editor === undefined) goOn()
    else editor.askBefore(() => leaveEach(others))
  }
  leaveEach([...openEditors].filter((editor) => editor.wouldLose()))
}

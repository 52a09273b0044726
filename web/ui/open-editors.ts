/** Something that is written in its place on a page, and would be lost if the page put another thing there. */
export type OpenEditor = {
  wouldLose: () => boolean
  /** Asks whether it may go. If so it goes, and then `goOn` is called. */
  askBefore: (goOn: () => void) => void
}

const openEditors = new Set<OpenEditor>()

/** Returns what takes it off again. */
export function addOpenEditor(editor: OpenEditor): () => void {
  openEditors.add(editor)
  return () => void openEditors.delete(editor)
}

/**
 * For what puts another thing in the place of editors without leading to another page, such as a tab: goes on at once where
 * nothing would be lost, and otherwise when each of them may go.
 */
export function leaveEditors(goOn: () => void): void {
  const leaveEach = ([editor, ...others]: OpenEditor[]): void => {
    if (editor === undefined) goOn()
    else editor.askBefore(() => leaveEach(others))
  }
  leaveEach([...openEditors].filter((editor) => editor.wouldLose()))
}

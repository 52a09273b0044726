import type { TranscriptEdit } from '#contract/transcripts.ts'
import { countOf } from '../../lib/format.ts'

/** Edits made together, shown as one step of the history. */
export type HistoryStep = {
  groupId: string
  authorName: string
  at: string
  what: string
  undone: boolean
  /** One of the lines the step changed, to jump to. */
  lineId: string | null
}

/** The history as steps, newest first, each described in words. */
export function historySteps(edits: readonly TranscriptEdit[]): HistoryStep[] {
  const groups = Map.groupBy(edits, (edit) => edit.groupId)
  return [...groups.values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const { groupId, authorName, at, lineIds } = newest
    return [
      {
        groupId,
        authorName: authorName || 'Somebody',
        at,
        what: whatOf(group),
        undone: group.every((edit) => edit.undone),
        lineId: lineIds[0] ?? null,
      },
    ]
  })
}

function whatOf(group: readonly TranscriptEdit[]): string {
  const [first] = group
  if (!first) return ''
  const undoing = first.undoes === null ? '' : 'took something back: '
  const places = group.filter((edit) => edit.type === 'words').length
  const where = places > 1 ? ` in ${countOf(places, 'place')}` : ''
  // Giving a line to a new person takes two edits; the one that names the person says more.
  const telling = group.find((edit) => edit.type === 'speakerName') ?? first
  return undoing + inWords(telling) + where
}

function inWords({ type, before, after }: TranscriptEdit): string {
  switch (type) {
    case 'words':
      if (before === '') return `wrote “${after}”`
      return after === '' ? `took out “${before}”` : `changed “${before}” to “${after}”`
    case 'split':
      return 'split a line in two'
    case 'join':
      return 'joined two lines'
    case 'speaker':
      return 'said who speaks in a line'
    case 'reading':
      return after === '' ? 'went back to the spoken words' : `wrote how a line reads well: “${after}”`
    case 'speakerName':
      return before === '' ? `named a speaker ${after}` : `renamed ${before} to ${after || 'nobody'}`
    case 'speakerMerge':
      return after === '' ? 'took two speakers apart again' : 'made two speakers one'
  }
}

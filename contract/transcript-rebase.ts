import { type Change, type Edit, type Intent, linesOfChange } from '#contract/transcript-edits.ts'

type InLine = Extract<Intent, { lineId: string }>
type OfWords = Extract<Intent, { from: number }>
type OfParting = Extract<Intent, { at: number }>

/**
 * Rebases a person's edit over a change that another person made meanwhile.
 * @returns null where both touch the same thing, because nobody's words may be overwritten unseen
 */
export function rebase(intent: Intent, over: Change): Intent | null {
  if (!('lineId' in intent)) return rebaseSpeaker(intent, over)
  switch (over.type) {
    case 'words':
      return over.lineId === intent.lineId ? overWords(intent, over) : intent
    case 'split':
      return over.lineId === intent.lineId ? overSplit(intent, over) : overSplitOfNext(intent, over)
    case 'join':
      return overJoin(intent, over)
    case 'speaker':
      return overSpeaker(intent, over)
    case 'reading':
      return overReading(intent, over)
    case 'speakerName':
    case 'speakerMerge':
      return intent
  }
}

/** Rebases an intent over several edits, oldest first. */
export function rebaseOverAll(intent: Intent, edits: readonly Edit[]): Intent | null {
  let carried: Intent | null = intent
  for (const { change } of withoutUndone(edits)) {
    if (carried === null) return null
    carried = rebase(carried, change)
  }
  return carried
}

/** The versions of the edits whose undoing stands: it was not undone in turn. @param edits oldest first */
export function undoneVersions(edits: readonly Pick<Edit, 'version' | 'undoes'>[]): Set<number> {
  const undone = new Set<number>()
  for (const { version, undoes } of edits.toReversed()) {
    if (undoes !== null && !undone.has(version)) undone.add(undoes)
  }
  return undone
}

/** Leaves out edits that were undone, unless their lines were edited otherwise in between. */
function withoutUndone(edits: readonly Edit[]): Edit[] {
  const standing: Edit[] = []
  for (const edit of edits) {
    if (edit.undoes === null) {
      standing.push(edit)
      continue
    }
    const undone = standing.findIndex(({ version }) => version === edit.undoes)
    const touched = new Set(linesOfChange(edit.change))
    const between = standing.slice(undone + 1).flatMap(({ change }) => linesOfChange(change))
    if (undone >= 0 && !between.some((lineId) => touched.has(lineId))) standing.splice(undone, 1)
    else standing.push(edit)
  }
  return standing
}

const isOfWords = (intent: InLine): intent is OfWords => 'from' in intent

function overWords(intent: InLine, over: Extract<Change, { type: 'words' }>): Intent | null {
  const end = over.from + over.removed.length
  const grown = over.inserted.length - over.removed.length
  if (isOfWords(intent)) {
    const last = orOld(intent, true)
    if (intent.from >= end) return { ...last, from: intent.from + grown, to: intent.to + grown }
    return intent.to <= over.from ? last : null
  }
  if (intent.type === 'split' || intent.type === 'unjoin') {
    if (intent.at >= end) return { ...withOldHalf(intent, 'first'), at: intent.at + grown }
    return intent.at <= over.from ? withOldHalf(intent, 'second') : null
  }
  return intent.type === 'setReading' ? { ...intent, isOld: true } : intent
}

/** Restoring words of a line whose other words have changed leaves its reading text outdated. */
function orOld(intent: OfWords, isOld: boolean): OfWords {
  return intent.type === 'restoreWords' && isOld ? { ...intent, isOld } : intent
}

/** Separating lines after words of one were corrected leaves that half's reading text outdated. */
function withOldHalf<Parting extends OfParting>(intent: Parting, half: 'first' | 'second'): Parting {
  if (intent.type === 'split' || (intent[half].reading ?? null) === null) return intent
  return { ...intent, [half]: { ...intent[half], readingIsOld: true } }
}

function overSplit(intent: InLine, { at, newId }: Extract<Change, { type: 'split' }>): Intent | null {
  if (isOfWords(intent)) {
    if (intent.to <= at) return intent
    if (intent.from < at) return null
    return { ...intent, lineId: newId, from: intent.from - at, to: intent.to - at }
  }
  switch (intent.type) {
    case 'split':
    case 'unjoin':
      if (intent.at === at) return null
      return intent.at < at
        ? withoutReadingOf(intent, 'second')
        : { ...withoutReadingOf(intent, 'first'), lineId: newId, at: intent.at - at }
    case 'join':
      return { ...intent, lineId: newId, reading: undefined }
    // The edit was meant for a line that has since been split; only a person can say for which half.
    case 'setSpeaker':
    case 'setReading':
      return null
  }
}

/** Lines are joined again with what they have for reading now, since a text known for both of them holds more, or less. */
function overSplitOfNext(intent: InLine, { lineId }: Extract<Change, { type: 'split' }>): Intent {
  return intent.type === 'join' && intent.nextId === lineId ? { ...intent, reading: undefined } : intent
}

function overJoin(intent: InLine, over: Extract<Change, { type: 'join' }>): Intent | null {
  if (intent.type === 'join' && intent.nextId === over.removedId) return null
  if (intent.lineId === over.lineId) {
    if (isOfWords(intent)) return orOld(intent, over.second.readingIsOld)
    if (intent.type === 'unjoin') return withoutReadingOf(intent, 'second')
    return intent.type === 'setReading' ? null : intent
  }
  if (intent.type === 'join' && intent.nextId === over.lineId) return { ...intent, reading: undefined }
  if (intent.lineId !== over.removedId) return intent

  if (isOfWords(intent)) {
    const last = orOld(intent, over.first.readingIsOld)
    return { ...last, lineId: over.lineId, from: intent.from + over.at, to: intent.to + over.at }
  }
  switch (intent.type) {
    case 'split':
    case 'unjoin':
      return { ...withoutReadingOf(intent, 'first'), lineId: over.lineId, at: intent.at + over.at }
    case 'join':
      return { ...intent, lineId: over.lineId, reading: undefined }
    case 'setSpeaker':
    case 'setReading':
      return null
  }
}

function overSpeaker(intent: InLine, over: Extract<Change, { type: 'speaker' }>): Intent | null {
  if (intent.type !== 'setSpeaker' || intent.lineId !== over.lineId) return intent
  return intent.speaker === over.after ? intent : null
}

function overReading(intent: InLine, over: Extract<Change, { type: 'reading' }>): Intent | null {
  if (intent.type === 'join') {
    const isOfIt = over.lineId === intent.lineId || over.lineId === intent.nextId
    return isOfIt ? { ...intent, reading: undefined } : intent
  }
  if (intent.lineId !== over.lineId) return intent
  switch (intent.type) {
    case 'setReading':
      return intent.text === over.after ? intent : null
    case 'restoreWords':
      return orOld(intent, true)
    // A reading text written since the join is kept; those from before it are dropped.
    case 'unjoin':
      return { ...intent, first: withoutReading(intent.first), second: withoutReading(intent.second) }
    default:
      return intent
  }
}

/** A half that has grown or shrunk since the lines were joined has no longer the reading text that it had then. */
function withoutReadingOf<Parting extends OfParting>(intent: Parting, half: 'first' | 'second'): Parting {
  return intent.type === 'split' ? intent : { ...intent, [half]: withoutReading(intent[half]) }
}

function withoutReading<Half extends { reading?: unknown; readingIsOld?: unknown }>(given: Half) {
  const { reading: _reading, readingIsOld: _isOld, ...half } = given
  return half
}

function rebaseSpeaker(
  intent: Extract<Intent, { type: 'nameSpeaker' | 'mergeSpeaker' }>,
  over: Change,
): Intent | null {
  if (!('speaker' in over) || over.speaker !== intent.speaker) return intent
  if (intent.type === 'nameSpeaker' && over.type === 'speakerName') {
    return intent.name === over.after ? intent : null
  }
  if (intent.type === 'mergeSpeaker' && over.type === 'speakerMerge') {
    return intent.into === over.after ? intent : null
  }
  return intent
}

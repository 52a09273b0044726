import type { Proposal, ProposalKind, ProposalList, ReadingFailure } from '#contract/story-proposals.ts'

export const oneOf: Record<ProposalKind, string> = {
  summary: 'Summary',
  title: 'Title',
  tag: 'Tag',
  chapter: 'Chapter',
  person: 'Person',
  place: 'Place',
  question: 'Question',
}

export const manyOf: Record<ProposalKind, string> = {
  summary: 'Summary',
  title: 'Title',
  tag: 'Tags',
  chapter: 'Chapters',
  person: 'People',
  place: 'Places',
  question: 'Follow-up questions',
}

/** The button says what accepting a question does, because that has an effect outside the story. */
export const acceptOf = (kind: ProposalKind) => (kind === 'question' ? 'Add to My Prompts' : 'Accept')

/** Where the proposed questions come from. */
export const questionsFrom: Record<Proposal['origin'], string> = {
  local:
    'Usual questions of people who collect life stories, each laid beside a sentence that calls for it. No text model wrote them.',
  model: 'Written by the text model. Hear the place that each follows from before you ask it.',
}

/** Shown if the questions are not in the language of the story. */
export const onlyInEnglish = (language: string) =>
  `Kinora cannot ask in ${languageName(language)} without a text model, so questions on what was told in it are in English. Put them in your own words.`

function languageName(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return 'this language'
  }
}

const failureWords: Record<ReadingFailure, string> = {
  UNREACHABLE: 'The text model could not be reached.',
  BUSY: 'The text model has too much to do at the moment.',
  REFUSED: 'The text model refused to work. The person who looks after this Kinora can see why in its log.',
  NONSENSE: 'The text model answered something that could not be used, so nothing of it was kept.',
}

const wordsOf = (failure: ReadingFailure | null): string =>
  failure === null
    ? 'This story could not be read just now. What was told in it is safe.'
    : failureWords[failure]

/** Who read the story, and how far their proposals can be trusted. */
export function standingOf({ state, failure, origin, model, isOld, items }: ProposalList): string[] {
  if (state === 'none') return ['Nobody has read this story yet.']
  const local = 'counted together on this server from the words of the recording. Not a word is invented.'
  const written = `Written by the text model${model ? ` ${model}` : ''}. Each sentence names the places it rests on; what it could not show was left out.`
  const found = items.length > 0
  return [
    state === 'failed' ? wordsOf(failure) : '',
    origin === 'model' && found ? written : '',
    origin === 'local' && found && state === 'failed' ? `What is here was ${local}` : '',
    origin === 'local' && found && state !== 'failed' ? `This was ${local}` : '',
    !found && !isOld && (state === 'done' || failure) ? 'Too little is said in it to propose anything.' : '',
    isOld && state === 'done' ? 'The transcript was changed since.' : '',
  ].filter((sentence) => sentence !== '')
}

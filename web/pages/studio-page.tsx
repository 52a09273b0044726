import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { storeWords } from '../features/studio/failure-words.ts'
import type { NewPromptSlot, StudioSlots } from '../features/studio/slots.ts'
import { StudioPage } from '../features/studio/studio-page.tsx'
import { importing } from '../lib/importing.ts'
import { journalDraft } from '../lib/use-draft.ts'
import { loadedLate } from './loaded-late.tsx'
import { OnceEntered } from './once-entered.tsx'

const route = getRouteApi('/app/studio')

const UploadsPanel = loadedLate(
  async () => (await importing(() => import('../features/uploads/uploads-panel.tsx'))).UploadsPanel,
  'Kinora cannot be reached just now, so no files can be added. A recording goes on undisturbed.',
)
const Journal = loadedLate(
  async () => (await importing(() => import('../features/journal/journal.tsx'))).Journal,
  'The journal could not be loaded, because Kinora cannot be reached just now. A recording goes on undisturbed.',
)

/** Notes are saved on this device first, and only that can fail while somebody writes. */
const noteNotKept = (error: unknown) => `The note could not be kept. ${storeWords(error).sentence}`

const journal: StudioSlots['journal'] = ({ storyId, ...rest }) => (
  <Journal
    {...rest}
    label="Your note"
    placeholder="What should not be forgotten?"
    draftKey={journalDraft(storyId)}
    newestFirst
    problemOf={noteNotKept}
  />
)

const uploads: StudioSlots['uploads'] = (props) => <UploadsPanel {...props} compact />

const PromptDialog = loadedLate(
  async () => (await importing(() => import('../features/prompts/prompt-dialog.tsx'))).PromptDialog,
  'A prompt cannot be written just now, because Kinora cannot be reached. A recording goes on undisturbed.',
)

const newPrompt: StudioSlots['newPrompt'] = (props) => <NewPrompt {...props} />

/** Loaded when it is first needed, and then kept mounted, so that it can return the focus when it closes. */
function NewPrompt(props: NewPromptSlot) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return wanted ? <PromptDialog {...props} /> : null
}

/** The studio is outside the shell: no navigation beside it while somebody tells a story. */
export function StudioRoute() {
  const search = route.useSearch()
  return (
    <OnceEntered>
      <StudioPage {...search} journal={journal} uploads={uploads} newPrompt={newPrompt} />
    </OnceEntered>
  )
}

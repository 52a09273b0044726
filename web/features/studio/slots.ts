import type { ReactNode } from 'react'
import type { Prompt } from '#contract/prompts.ts'
import type { SessionNote } from './studio-session.ts'

/** What the studio passes to the journal. */
export type JournalSlot = {
  storyId: string
  entries: readonly SessionNote[]
  speakers: readonly string[]
  recording: boolean
  /** Whether the journal's tab is the one that is shown. */
  isShown: boolean
  /** The current time in the story, mm:ss. */
  now: () => string
  onPut: (note: SessionNote & { was?: string }) => Promise<void>
  onRemove: (note: SessionNote) => Promise<void>
}

/** What the studio passes to the uploads. */
export type UploadsSlot = {
  storyId: string
  /** Resolves when the server knows the story, so that files can be put into it. */
  prepare: () => Promise<void>
  /** Called with whether there are files that the story has, or may still get: now or later, by themselves or by another try. */
  onFiles: (hasFiles: boolean) => void
}

/** What the studio passes to the dialog for a new question. */
export type NewPromptSlot = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSaved: (prompt: Prompt) => void
}

/** Parts of other features in the studio's side panel; a page passes them in. */
export type StudioSlots = {
  journal: (props: JournalSlot) => ReactNode
  uploads: (props: UploadsSlot) => ReactNode
  newPrompt: (props: NewPromptSlot) => ReactNode
}

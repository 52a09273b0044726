import type { CommunityThing } from '#contract/community.ts'
import type { Playlist, Prompt } from '#contract/prompts.ts'

/** A task that the person has started and that needs a dialog. */
export type Task =
  | { name: 'create-prompt' }
  | { name: 'edit-prompt'; prompt: Prompt }
  | { name: 'delete-prompt'; prompt: Prompt }
  | { name: 'create-playlist'; prompts: Prompt[] }
  | { name: 'edit-playlist'; playlist: Playlist }
  | { name: 'delete-playlist'; playlist: Playlist }
  | { name: 'add-to-playlist'; prompt: Prompt }
  | { name: 'publish'; words: string; isHidden: boolean; publish: () => void }
  | { name: 'report'; thing: CommunityThing; words: string }

export type StartTask = (task: Task) => void

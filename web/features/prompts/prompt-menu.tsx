import { EllipsisVertical, EyeOff, Flag, Globe, ListPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Prompt } from '#contract/prompts.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import type { StartTask } from './tasks.ts'
import { type PromptActions, useReported } from './use-prompts.ts'

export type PromptMenuProps = {
  prompt: Prompt
  /** The actions of the component showing the menu, which reports their errors. */
  actions: PromptActions
  onTask: StartTask
  /** Further items, of a playlist for example. */
  children?: ReactNode
}

/** The commands for a prompt, of which one's own has more. */
export function PromptMenu({ prompt, actions, onTask, children }: PromptMenuProps) {
  const { addPrompt, publish, withdraw } = actions
  const thing = { kind: 'prompt', id: prompt.id } as const
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label={`More for “${prompt.text}”`}>
          <EllipsisVertical aria-hidden="true" />
        </Button>
      }
    >
      {prompt.isOwn ? (
        <MenuItem onSelect={() => onTask({ name: 'edit-prompt', prompt })}>
          <Pencil size={20} aria-hidden="true" />
          Edit
        </MenuItem>
      ) : (
        <MenuItem onSelect={() => addPrompt.mutate(prompt)}>
          <Plus size={20} aria-hidden="true" />
          Add to My Prompts
        </MenuItem>
      )}
      <MenuItem onSelect={() => onTask({ name: 'add-to-playlist', prompt })}>
        <ListPlus size={20} aria-hidden="true" />
        Add to Playlist
      </MenuItem>
      {children}
      {prompt.isOwn ? (
        <>
          <PublishItem
            isPublished={prompt.isPublished}
            onPublish={() =>
              onTask({
                name: 'publish',
                words: prompt.text,
                isHidden: prompt.isHidden,
                publish: () => publish.mutate({ ...thing, isHidden: prompt.isHidden }),
              })
            }
            onWithdraw={() => withdraw.mutate(thing)}
          />
          <MenuLine />
          <MenuItem onSelect={() => onTask({ name: 'delete-prompt', prompt })}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </MenuItem>
        </>
      ) : null}
      {prompt.isPublished && !prompt.isOwn ? (
        <CommunityItems thing={thing} words={prompt.text} actions={actions} onTask={onTask} />
      ) : null}
    </Menu>
  )
}

type PublishItemProps = { isPublished: boolean; onPublish: () => void; onWithdraw: () => void }

/** Publishes something to other families, or withdraws it. */
export function PublishItem({ isPublished, onPublish, onWithdraw }: PublishItemProps) {
  return (
    <MenuItem onSelect={isPublished ? onWithdraw : onPublish}>
      <Globe size={20} aria-hidden="true" />
      {isPublished ? 'Take out of Community' : 'Publish to Community'}
    </MenuItem>
  )
}

type CommunityItemsProps = {
  thing: { kind: 'prompt' | 'playlist'; id: string }
  words: string
  actions: PromptActions
  onTask: StartTask
}

/** The commands against something published by another family that does not belong in Community. */
export function CommunityItems({ thing, words, actions: { hide }, onTask }: CommunityItemsProps) {
  const reported = useReported()
  return (
    <>
      <MenuLine />
      <MenuItem onSelect={() => onTask({ name: 'report', thing, words })}>
        <Flag size={20} aria-hidden="true" />
        Report
      </MenuItem>
      {reported.data?.isOperator ? (
        <MenuItem onSelect={() => hide.mutate(thing)}>
          <EyeOff size={20} aria-hidden="true" />
          Hide from Community
        </MenuItem>
      ) : null}
    </>
  )
}

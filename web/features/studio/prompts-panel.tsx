import { useMutation } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { Playlist } from '#contract/prompts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { toastError } from '../../ui/toast.tsx'
import { OpenPlaylist } from './open-playlist.tsx'
import { PlaylistList, PromptList } from './prompt-lists.tsx'
import type { StudioSlots } from './slots.ts'
import type { Asking } from './use-asking.ts'

export type PromptsPanelProps = { asking: Asking; newPrompt: StudioSlots['newPrompt'] }

/** Questions to ask: four lists and a search in them. The chosen question stands large above the person. */
export function PromptsPanel({ asking, newPrompt }: PromptsPanelProps) {
  const [creating, setCreating] = useState(false)
  const opening = useMutation({
    mutationFn: ({ id }: Playlist) => client.prompts.playlist({ id }),
    onSuccess: asking.open,
    onError: () => toastError('Failed to load prompts and playlists'),
  })

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      {asking.question ? (
        <Button variant="outline" size="sm" onClick={() => asking.ask(null)}>
          <X size={20} aria-hidden="true" />
          Take the question away
        </Button>
      ) : null}
      {asking.playlist ? (
        <OpenPlaylist asking={asking} playlist={asking.playlist} />
      ) : (
        <Library asking={asking} onOpen={opening.mutate} onCreate={() => setCreating(true)} />
      )}
      {opening.isError ? (
        <p role="alert" className="text-danger">
          {sentenceOf(opening.error)}
        </p>
      ) : null}
      {newPrompt({ open: creating, onOpenChange: setCreating, onSaved: asking.ask })}
    </div>
  )
}

type LibraryProps = { asking: Asking; onOpen: (playlist: Playlist) => void; onCreate: () => void }

function Library({ asking, onOpen, onCreate }: LibraryProps) {
  const [entered, setEntered] = useState('')
  const search = useDeferredValue(entered.trim())
  return (
    <>
      <SearchField label="Search prompts" value={entered} onChange={setEntered} />
      <Button variant="secondary" size="sm" onClick={onCreate}>
        <Plus size={20} aria-hidden="true" />
        Create New Prompt
      </Button>
      <PlaylistList title="My Playlists" list="own" search={search} onOpen={onOpen} />
      <PlaylistList title="Official Playlists" list="official" search={search} closed onOpen={onOpen} />
      <PromptList title="My Custom Prompts" list="own" search={search} asking={asking} />
      <PromptList title="Official Prompts" list="official" search={search} asking={asking} />
    </>
  )
}

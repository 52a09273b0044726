import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { Story, StoryUpdate } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { DetailsForm } from './details-form.tsx'

/** Opens everything that can be said of a story: who speaks, tags, when, where, and what one should know. */
export function StoryDetails({ story }: { story: Story }) {
  const [open, setOpen] = useState(false)
  const queries = useQueryClient()
  const update = useMutation({
    mutationFn: (changes: StoryUpdate) => client.stories.update(changes),
    onSuccess: (changed) => {
      keepAnswer(queries, orpc.stories.get.queryKey({ input: { id: story.id } }), changed)
      queries.invalidateQueries({ queryKey: orpc.stories.list.key() })
      toastSuccess('Story updated successfully')
      setOpen(false)
    },
    onError: (error) => toastError('Failed to update story', sentenceOf(error)),
  })
  const change = (isOpen: boolean) => {
    update.reset()
    setOpen(isOpen)
  }

  return (
    <>
      <Button variant="outline" onClick={() => change(true)}>
        <ListPlus size={20} aria-hidden="true" />
        Add Details
      </Button>
      <Dialog open={open} onOpenChange={change} title="Add Story Details" width="wide">
        <DetailsForm
          story={story}
          busy={update.isPending}
          failure={update.isError ? sentenceOf(update.error) : null}
          onSave={(changes) => update.mutate(changes)}
          onCancel={() => change(false)}
        />
      </Dialog>
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Lightbox } from '../../ui/lightbox.tsx'
import { FilePicker } from './file-picker.tsx'
import { useUploads } from './queues.ts'
import { UploadList } from './upload-list.tsx'
import { mayBeKept, type UploadItem } from './upload-queue.ts'

export type UploadsPanelProps = {
  storyId: string
  /** Creates the story if the server may not know it yet. */
  prepare?: () => Promise<void>
  /** Called with whether there are files that the story has, or may still get: now or later, by themselves or by another try. */
  onFiles?: (hasFiles: boolean) => void
  compact?: boolean
}

/** Adds files to a story and shows their progress. */
export function UploadsPanel({ storyId, prepare, onFiles, compact = false }: UploadsPanelProps) {
  const { queue, items } = useUploads(storyId, prepare)
  const queries = useQueryClient()
  // Only reads the cache: the surrounding page loads the story, if the server knows it.
  const { data: story } = useQuery({
    ...orpc.stories.get.queryOptions({ input: { id: storyId } }),
    enabled: false,
  })
  const [shown, setShown] = useState<string | null>(null)
  const files = items.flatMap(({ media }) => media ?? [])

  useEffect(() => {
    if (story) queue.follow(story.files)
  }, [queue, story])
  const hasFiles = items.some(mayBeKept)
  useEffect(() => onFiles?.(hasFiles), [onFiles, hasFiles])
  const add = (chosen: File[]) => queue.add(chosen, story?.files)
  const show = useCallback(({ media }: UploadItem) => setShown(media?.id ?? null), [])
  const describe = useCallback(
    async (id: string, caption: string, was: string) => {
      try {
        queue.show(await client.media.describe({ id, caption, was }))
        return null
      } catch (error) {
        return sentenceOf(error)
      } finally {
        await queries.invalidateQueries({ queryKey: orpc.stories.key() })
      }
    },
    [queue, queries],
  )

  return (
    <div className="flex flex-col gap-5">
      <FilePicker compact={compact} onFiles={add} />
      {items.length > 0 ? (
        <UploadList queue={queue} items={items} onShow={show} onDescribe={describe} />
      ) : null}
      <Lightbox files={files} shown={shown} onShow={setShown} />
    </div>
  )
}

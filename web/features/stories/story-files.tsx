import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MediaItem } from '#contract/media.ts'
import { mayAdd, mayChange } from '#contract/rights.ts'
import type { Story } from '#contract/stories.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { findingSentenceOf } from '../../lib/file-findings.ts'
import { formatBytes } from '../../lib/format.ts'
import { goneIsDeleted } from '../../lib/gone.ts'
import { isJustAdded } from '../../lib/just-added.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { CaptionField } from '../../ui/caption-field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Lightbox } from '../../ui/lightbox.tsx'
import { MediaThumbnail } from '../../ui/media-thumbnail.tsx'
import { SortableList } from '../../ui/sortable-list.tsx'
import { DownloadButton } from './download-button.tsx'
import { useArrangeStory } from './use-story.ts'

/** The files of a story in the family's order: to view, describe, move, download and remove. */
export function StoryFiles({ story }: { story: Story }) {
  const { files } = story
  const [shown, setShown] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<MediaItem | null>(null)
  const arrange = useArrangeStory(story.id)
  const remove = useRemoveFile(() => setLeaving(null))

  return (
    <>
      <SortableList
        items={files}
        label="Files"
        nameOf={({ fileName }) => fileName}
        from="first"
        isSought={isJustAdded}
        onArrange={(ids) => arrange.mutateAsync({ files: ids })}
        className="grid gap-4 sm:grid-cols-2"
        itemClassName="flex flex-col overflow-hidden rounded-card border border-border bg-card"
      >
        {(file, grip) => (
          <StoryFile
            file={file}
            grip={mayChange(story.role) ? grip : null}
            mayDescribe={mayChange(story.role)}
            onShow={() => setShown(file.id)}
            onRemove={mayAdd(story.role) ? () => setLeaving(file) : null}
          />
        )}
      </SortableList>
      {arrange.isError ? (
        <p role="alert" className="mt-4 text-danger">
          {sentenceOf(arrange.error)}
        </p>
      ) : null}
      <Lightbox files={files} shown={shown} onShow={setShown} />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Take this file out?"
        description={`“${leaving?.fileName ?? ''}” is deleted from this story. This action cannot be undone.`}
        confirmLabel="Delete file"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => leaving && remove.mutate(leaving.id)}
      />
    </>
  )
}

type StoryFileProps = {
  file: MediaItem
  grip: ReactNode
  mayDescribe: boolean
  onShow: () => void
  /** null for people who may not remove files. */
  onRemove: (() => void) | null
}

function StoryFile({ file, grip, mayDescribe, onShow, onRemove }: StoryFileProps) {
  const queries = useQueryClient()
  const describe = async (caption: string, was: string) => {
    try {
      await client.media.describe({ id: file.id, caption, was })
      return null
    } catch (error) {
      return sentenceOf(error)
    } finally {
      await queries.invalidateQueries({ queryKey: orpc.stories.key() })
    }
  }

  return (
    <>
      <button type="button" onClick={onShow} className="block outline-offset-[-3px]">
        <MediaThumbnail file={file} className="aspect-video" />
        <span className="sr-only">Show {file.fileName}</span>
      </button>
      <div className="flex items-center gap-1 p-2 ps-4">
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={file.fileName}>
            {file.fileName}
          </p>
          <p className="text-sm text-muted">{formatBytes(file.sizeBytes)}</p>
        </div>
        {grip}
        {onRemove ? (
          <Button variant="ghost" size="icon" onClick={onRemove}>
            <X aria-hidden="true" />
            <span className="sr-only">Take {file.fileName} out of this story</span>
          </Button>
        ) : null}
      </div>
      <div className="px-4">
        {mayDescribe ? (
          <CaptionField caption={file.caption} name={file.fileName} onSave={describe} />
        ) : (
          <p dir="auto" className="font-story wrap-anywhere">
            {file.caption}
          </p>
        )}
      </div>
      {file.finding ? <p className="px-4 pt-2 text-sm text-warn">{findingSentenceOf(file)}</p> : null}
      <div className="mt-auto px-4 pt-2 pb-4">
        <DownloadButton mediaId={file.id}>
          Download<span className="sr-only"> {file.fileName}</span>
        </DownloadButton>
      </div>
    </>
  )
}

function useRemoveFile(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => goneIsDeleted(client.media.remove({ id })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.stories.key() })
      onDone()
    },
  })
}

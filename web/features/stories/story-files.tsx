import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AudioLines, FileText, Film, ImageIcon, X } from 'lucide-react'
import { useState } from 'react'
import type { MediaItem, MediaKind } from '#contract/media.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatBytes } from '../../lib/format.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DownloadButton } from './download-button.tsx'

const kindIcon: Record<MediaKind, typeof Film> = {
  video: Film,
  audio: AudioLines,
  image: ImageIcon,
  document: FileText,
}

/** The files of a story: photos as pictures to look at, everything to be downloaded or taken out. */
export function StoryFiles({ files }: { files: MediaItem[] }) {
  const [shown, setShown] = useState<MediaItem | null>(null)
  const [leaving, setLeaving] = useState<MediaItem | null>(null)
  const remove = useRemoveFile(() => setLeaving(null))

  return (
    <>
      <ul className="grid gap-4 sm:grid-cols-2">
        {files.map((file) => (
          <li
            key={file.id}
            className="relative flex flex-col overflow-hidden rounded-card border border-border"
          >
            {file.kind === 'image' ? (
              <button type="button" onClick={() => setShown(file)} className="block outline-offset-[-3px]">
                <Picture mediaId={file.id} alt={file.fileName} className="aspect-video object-cover" />
                <span className="sr-only">Show {file.fileName}</span>
              </button>
            ) : (
              <StandIn file={file} />
            )}
            <div className="flex items-center gap-2 p-3 ps-4">
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold" title={file.fileName}>
                  {file.fileName}
                </p>
                <p className="text-sm text-muted">{formatBytes(file.sizeBytes)}</p>
              </div>
              <Button variant="ghost" size="icon" onClick={() => setLeaving(file)}>
                <X aria-hidden="true" />
                <span className="sr-only">Take {file.fileName} out of this story</span>
              </Button>
            </div>
            {file.kind === 'image' ? null : (
              <div className="px-4 pb-4">
                <DownloadButton mediaId={file.id} fileName={file.fileName}>
                  Download
                </DownloadButton>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Dialog
        open={shown !== null}
        onOpenChange={() => setShown(null)}
        title={shown?.fileName ?? ''}
        width="wide"
      >
        {shown ? (
          <>
            <Picture
              mediaId={shown.id}
              alt={shown.fileName}
              className="max-h-[65dvh] rounded-card object-contain"
            />
            <DownloadButton mediaId={shown.id} fileName={shown.fileName}>
              Download
            </DownloadButton>
          </>
        ) : null}
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Take this file out?"
        description={`“${leaving?.fileName ?? ''}” is deleted from this story. This action cannot be undone.`}
        confirmLabel="Delete file"
        busy={remove.isPending}
        error={remove.isError ? sentenceOf(remove.error) : null}
        onConfirm={() => leaving && remove.mutate(leaving.id)}
      />
    </>
  )
}

function Picture({ mediaId, alt, className }: { mediaId: string; alt: string; className: string }) {
  const address = useQuery({
    ...orpc.media.address.queryOptions({ input: { id: mediaId } }),
    staleTime: 50 * 60_000,
  })
  if (!address.data) return <Skeleton className="aspect-video rounded-none" />
  return (
    <img src={address.data.url} alt={alt} loading="lazy" className={`w-full bg-background ${className}`} />
  )
}

/** For what is no picture itself: a frame of the film, or a sign of what kind of file it is. */
function StandIn({ file }: { file: MediaItem }) {
  if (file.posterMediaId)
    return <Picture mediaId={file.posterMediaId} alt="" className="aspect-video object-cover" />

  const Icon = kindIcon[file.kind]
  return (
    <div className="flex aspect-video items-center justify-center bg-tint text-leaf">
      <Icon size={48} strokeWidth={1.6} aria-hidden="true" />
    </div>
  )
}

function useRemoveFile(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.media.remove({ id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orpc.stories.key() })
      onDone()
    },
  })
}

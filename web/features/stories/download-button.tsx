import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'

export type DownloadButtonProps = { mediaId: string; children: ReactNode }

/**
 * Downloads a file as it was stored, under the name that the server gives it. The signed
 * address is requested on each press, so it has never expired.
 */
export function DownloadButton({ mediaId, children }: DownloadButtonProps) {
  const download = useMutation({
    mutationFn: async () => {
      const address = await client.media.address({ id: mediaId })
      const link = document.createElement('a')
      link.href = address.downloadUrl
      link.download = ''
      link.click()
    },
  })

  return (
    <span className="inline-flex flex-col gap-1">
      <Button variant="outline" busy={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? null : <Download size={22} aria-hidden="true" />}
        {children}
      </Button>
      {download.isError ? (
        <span role="alert" className="text-sm text-danger">
          {sentenceOf(download.error)}
        </span>
      ) : null}
    </span>
  )
}

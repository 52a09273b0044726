import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ExportFormat } from '#contract/transcripts.ts'
import { client } from '../../lib/rpc.ts'
import { saveText } from '../../lib/save-blob.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx'

const formats: { format: ExportFormat; name: string; hint: string }[] = [
  { format: 'txt', name: 'Plain text', hint: 'to read and print' },
  { format: 'md', name: 'Markdown', hint: 'for notes and web pages' },
  { format: 'srt', name: 'SRT subtitles', hint: 'for films' },
  { format: 'vtt', name: 'WebVTT subtitles', hint: 'for films on the web' },
  { format: 'json', name: 'JSON', hint: 'every word with its time' },
  { format: 'ohms', name: 'OHMS XML', hint: 'for oral history archives' },
  { format: 'tei', name: 'TEI XML', hint: 'for libraries and research' },
]

export type ExportMenuProps = {
  transcriptId: string
  text: 'spoken' | 'reading'
  /** Has everything typed sent first. */
  flush: () => Promise<boolean>
  onFailure: (error: unknown) => void
}

/** Downloads the transcript as a file, in the layer (spoken or reading) that is on the screen. */
export function ExportMenu({ transcriptId, text, flush, onFailure }: ExportMenuProps) {
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      await flush()
      const { fileName, mimeType, content } = await client.transcripts.export({
        id: transcriptId,
        format,
        text,
      })
      saveText(fileName, mimeType, content)
    },
    onError: onFailure,
  })
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" className="px-3!" busy={save.isPending}>
          {save.isPending ? null : <Download size={22} aria-hidden="true" />}
          <span className="max-sm:sr-only">Download</span>
        </Button>
      }
    >
      <MenuLabel>
        <span className="text-sm text-muted">
          {text === 'reading' ? 'As it reads well' : 'As it was spoken'}
        </span>
      </MenuLabel>
      {formats.map(({ format, name, hint }) => (
        <MenuItem key={format} onSelect={() => save.mutate(format)}>
          <span>
            {name} <span className="text-sm text-muted">{hint}</span>
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

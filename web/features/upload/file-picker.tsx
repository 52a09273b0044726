import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { cn } from '../../ui/cn.ts'

export type FilePickerProps = { onFiles: (files: File[]) => void; compact?: boolean }

/** Takes files: by a large button that opens the device's own picker, or dropped onto it. */
export function FilePicker({ onFiles, compact = false }: FilePickerProps) {
  const id = useId()
  const [over, setOver] = useState(false)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <div>
      <input
        id={id}
        type="file"
        multiple
        accept="image/*,video/*,audio/*,application/pdf"
        className="peer sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after a failure.
          event.target.value = ''
        }}
      />
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'flex flex-col items-center justify-center gap-3 rounded-card border-2 border-dashed border-edge bg-card p-6 text-center transition-colors hover:border-primary-dark hover:bg-tint peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ring',
          compact ? 'min-h-36' : 'min-h-52',
          over && 'border-primary-dark bg-tint',
        )}
      >
        <span className="flex size-16 items-center justify-center rounded-full bg-primary text-on-primary">
          <Upload size={30} aria-hidden="true" />
        </span>
        <span className="text-lg font-bold">Choose files</span>
        <span className="text-muted">or drop them here. Videos, sound, pictures and PDF documents.</span>
      </label>
    </div>
  )
}

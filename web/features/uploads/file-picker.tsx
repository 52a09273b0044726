import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { cn } from '../../ui/cn.ts'
import { droppedFiles, TooManyFiles } from './dropped-files.ts'

export type FilePickerProps = { onFiles: (files: File[]) => void; compact?: boolean }

/** Chooses files, by a large button that opens the device's file picker, or by dropping files and whole folders onto it. */
export function FilePicker({ onFiles, compact = false }: FilePickerProps) {
  const id = useId()
  const [over, setOver] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    setProblem(null)
    try {
      const files = await droppedFiles(event.dataTransfer)
      if (files.length > 0) onFiles(files)
      else setProblem(nothingInside)
    } catch (error) {
      setProblem(error instanceof TooManyFiles ? tooMany : sentenceOf(error))
    }
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
          setProblem(null)
          onFiles([...(event.target.files ?? [])])
          // Cleared, because otherwise choosing the same file again after a failure fires no event.
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
        <span className="text-muted">
          <span className="pointer-coarse:hidden">or drop them here, folders too. </span>
          Videos, sound, pictures and PDF documents.
        </span>
      </label>
      {problem === null ? null : (
        <p role="alert" className="mt-3 text-danger">
          {problem}
        </p>
      )}
    </div>
  )
}

const nothingInside = 'There are no files in what you dropped.'

const tooMany = `That is more than one story can hold: ${limits.filesPerStory.toLocaleString('en')} files. Please drop fewer at a time; nothing was added.`

import { useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export type FileButtonProps = Omit<ButtonProps, 'onClick' | 'asChild'> & {
  /** As in `<input accept>`. */
  accept: string
  /** What the file is for, for people who cannot see the button. */
  fileLabel: string
  onFile: (file: File) => void
}

/** A button that opens the device's own file picker. The same file can be chosen again after a failure. */
export function FileButton({ accept, fileLabel, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="hidden"
        aria-label={fileLabel}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}

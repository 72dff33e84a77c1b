/** A button that asks for files. Without scripts nothing could take the files, so the file input itself is hidden. */
import { type ReactNode, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

export interface FilePickerOptions {
  /** The accessible name of the file input, such as 'New shop logo'. */
  label: string
  /** For example `image/*`. */
  accept: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** @returns what opens the picker, and the input to render */
export function useFilePicker({ label, accept, multiple = false, onFiles }: FilePickerOptions): {
  open: () => void
  input: ReactNode
} {
  const input = useRef<HTMLInputElement>(null)
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Lets the same file be chosen again.
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    ),
  }
}

export interface FileButtonProps extends FilePickerOptions, Omit<ButtonProps, 'onClick' | 'type'> {}

export function FileButton({ label, accept, multiple, onFiles, ...button }: FileButtonProps) {
  const { open, input } = useFilePicker({ label, accept, multiple, onFiles })
  return (
    <>
      <Button {...button} onClick={open} />
      {input}
    </>
  )
}

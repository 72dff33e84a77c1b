/** A quiet button of a single icon. While it is busy, a spinner takes the icon's place. */
import type { LucideIcon } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'size' | 'aria-label'> {
  icon: LucideIcon
  /** The accessible name. */
  label: string
}

export function IconButton({ icon: Icon, label, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button {...rest} variant={variant} size="icon" aria-label={label}>
      {!rest.busy && <Icon className="size-5" strokeWidth={1.75} />}
    </Button>
  )
}

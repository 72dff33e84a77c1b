/** The shared style of buttons and of links that look like buttons. The classes are in primitives.css. */
import { classNames } from './class-names.ts'

export interface ButtonStyle {
  /**
   * One `primary` action per view, `secondary` beside it, `quiet` for tools, `danger` for irreversible actions. `link`
   * looks like a link in a text. `plain` has no look of its own, for a picture or a row that is pressed as a whole.
   */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'link' | 'plain'
  /** `icon` is a 44 px square for a single icon, `icon-sm` 36 px. Such a button needs an `aria-label`. */
  size?: 'sm' | 'md' | 'lg' | 'icon' | 'icon-sm'
  className?: string
}

export function buttonStyle({ variant = 'primary', size = 'md', className }: ButtonStyle): string {
  if (variant === 'plain') return className ?? ''
  if (variant === 'link') return classNames('text-link py-1', className)
  return classNames('button', `button-${variant}`, `button-${size}`, className)
}

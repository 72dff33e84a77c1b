/** The shared style of buttons and of links that look like buttons. */
import { classNames } from './class-names.ts'

export interface ButtonStyle {
  /** One `primary` action per view, `secondary` beside it, `quiet` for tools, `danger` for irreversible actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  /** `icon` is a 44 px square for a single icon. Such a button needs an `aria-label`. */
  size?: 'sm' | 'md' | 'lg' | 'icon'
  className?: string
}

const base =
  'relative inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap select-none ' +
  'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

const variants = {
  primary: 'bg-berry text-white hover:bg-berry-deep active:bg-berry-deep',
  secondary: 'border border-ink/20 bg-card text-ink hover:border-ink/45 hover:bg-white active:bg-paper-deep',
  quiet: 'text-ink hover:bg-ink/6 active:bg-ink/10',
  danger: 'bg-alarm text-white hover:bg-alarm-deep active:bg-alarm-deep',
} satisfies Record<NonNullable<ButtonStyle['variant']>, string>

const sizes = {
  sm: 'h-9 px-4 text-sm',
  md: 'h-11 px-5 text-base',
  lg: 'h-13 px-7 text-lg',
  icon: 'size-11',
} satisfies Record<NonNullable<ButtonStyle['size']>, string>

export function buttonStyle({ variant = 'primary', size = 'md', className }: ButtonStyle): string {
  return classNames(base, variants[variant], sizes[size], className)
}

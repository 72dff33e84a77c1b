/** A link to another page that looks like a button. */
import type { LinkProps } from 'react-router'
import { type ButtonStyle, buttonStyle } from './button-style.ts'
import { Link } from './link.tsx'

export interface LinkButtonProps extends Omit<LinkProps, 'className'>, ButtonStyle {}

export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link {...rest} className={buttonStyle({ variant, size, className })} />
}

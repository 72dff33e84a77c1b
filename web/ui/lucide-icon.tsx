/**
 * Replaces lucide-react's createLucideIcon in builds (vite.config.ts). That one assembles the attributes and shapes of
 * an icon anew for each use, which took a fifth of a page's rendering.
 */
import type { ComponentProps, JSX } from 'react'
import { classNames } from './class-names.ts'

interface IconData {
  /** Name and attributes of each shape, with a `key` for React. */
  readonly node: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[]
}

export default function createLucideIcon({ node }: IconData): (props: ComponentProps<'svg'>) => JSX.Element {
  const shapes = { __html: node.map(([name, attributes]) => `<${name}${attributeText(attributes)}/>`).join('') }
  return ({ className, strokeWidth = 2, ...rest }) => (
    <svg
      aria-hidden="true"
      {...rest}
      width="24"
      height="24"
      viewBox="0 0 24 24"
      strokeWidth={strokeWidth}
      className={classNames('icon', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the library's own constants
      dangerouslySetInnerHTML={shapes}
    />
  )
}

function attributeText({ key: _, ...attributes }: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

/** A menu of actions and links, with arrow keys and typing ahead. It is a chunk of its own: import it lazily in a first view. */
import { Menu as BaseMenu } from '@base-ui/react/menu'
import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

export interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** For a menu that is mounted when its button is pressed. */
  defaultOpen?: boolean
  /** Classes of the popup, such as its width. */
  className?: string
  children: ReactNode
}

export function Menu({ trigger, defaultOpen = false, className, children }: MenuProps) {
  return (
    <BaseMenu.Root defaultOpen={defaultOpen}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <BaseMenu.Popup className={classNames('popup w-64', className)}>{children}</BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface MenuItemProps {
  icon: LucideIcon
  /** A link's target, or what an action does. */
  to?: string
  onClick?: () => void
  children: ReactNode
}

export function MenuItem({ icon: Icon, to, onClick, children }: MenuItemProps) {
  return (
    <BaseMenu.Item render={to === undefined ? undefined : <Link to={to} />} onClick={onClick} className="popup-item">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" strokeWidth={1.75} />
      <span className="truncate">{children}</span>
    </BaseMenu.Item>
  )
}

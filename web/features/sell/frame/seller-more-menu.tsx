/** The menu behind "More", open from the start because it is loaded when its button is pressed. */
import type { ReactElement } from 'react'
import { Menu, MenuItem } from '#ui/menu'
import { entriesOnPhones, sellerEntries } from './seller-entries.ts'

export function SellerMoreMenu({ trigger }: { trigger: ReactElement }) {
  return (
    <Menu trigger={trigger} defaultOpen>
      {sellerEntries.slice(entriesOnPhones).map(({ to, text, Icon }) => (
        <MenuItem key={to} icon={Icon} to={to}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  )
}

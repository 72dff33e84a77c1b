/** The kinds of notifications, in the order of their tabs. A test compares them with the constraint of the table. */
import {
  CalendarClock,
  CreditCard,
  Hourglass,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Package,
  Sparkles,
  Wheat,
} from 'lucide-react'

interface Kind {
  /** The tab's label, in lower case also its name in the URL. */
  readonly tab: string
  readonly icon: LucideIcon
}

export const kinds = {
  order: { tab: 'Orders', icon: Package },
  payment: { tab: 'Payments', icon: CreditCard },
  message: { tab: 'Messages', icon: MessageCircle },
  system: { tab: 'System', icon: Sparkles },
  opening: { tab: 'Drops', icon: CalendarClock },
  waitlist: { tab: 'Waitlists', icon: Hourglass },
  safety: { tab: 'Safety', icon: Wheat },
  shop: { tab: 'Shops', icon: Megaphone },
} as const satisfies Record<string, Kind>

export type NotificationKind = keyof typeof kinds

export const isKind = (type: string): type is NotificationKind => Object.hasOwn(kinds, type)
export const kindNames = Object.keys(kinds).filter(isKind)

/** The entries of the seller's navigation, in order. A new seller page adds its line here, or its path to an entry's `section`. */
import {
  Banknote,
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Repeat,
  Settings,
  Share2,
  ShoppingBag,
  TicketPercent,
  UsersRound,
} from 'lucide-react'

export interface SellerEntry {
  readonly to: string
  readonly text: string
  readonly Icon: LucideIcon
  /** The paths it stands for. */
  readonly section: RegExp
}

export const sellerEntries: readonly SellerEntry[] = [
  { to: '/seller/dashboard', text: 'Overview', Icon: LayoutDashboard, section: /^\/seller\/dashboard$/ },
  { to: '/seller/orders', text: 'Orders', Icon: ClipboardList, section: /^\/seller\/orders\b/ },
  { to: '/seller/calendar', text: 'Calendar', Icon: CalendarDays, section: /^\/seller\/calendar$/ },
  {
    to: '/seller/products',
    text: 'Products',
    Icon: ShoppingBag,
    section: /^\/seller\/(products|create-product|recipe-costs)\b/,
  },
  { to: '/seller/drops', text: 'Drops', Icon: CalendarClock, section: /^\/seller\/drops\b/ },
  { to: '/seller/subscriptions', text: 'Subscriptions', Icon: Repeat, section: /^\/seller\/subscriptions$/ },
  { to: '/seller/customers', text: 'Customers', Icon: UsersRound, section: /^\/seller\/customers\b/ },
  { to: '/messages', text: 'Messages', Icon: MessageCircle, section: /^\/messages$/ },
  {
    to: '/seller/promotions',
    text: 'Promotions',
    Icon: TicketPercent,
    section: /^\/seller\/(promotions|vouchers)$/,
  },
  { to: '/seller/announcements', text: 'Announcements', Icon: Megaphone, section: /^\/seller\/announcements$/ },
  { to: '/seller/analytics', text: 'Analytics', Icon: ChartNoAxesColumn, section: /^\/seller\/analytics$/ },
  { to: '/seller/money', text: 'Money', Icon: Banknote, section: /^\/seller\/(money|payment-settings)$/ },
  { to: '/seller/share', text: 'Share', Icon: Share2, section: /^\/seller\/share$/ },
  {
    to: '/seller/shop-settings',
    text: 'Settings',
    Icon: Settings,
    section: /^\/seller\/(shop-settings|delivery|kitchen|cancellation-terms)$/,
  },
]

/** Small screens show this many entries, and the others behind "More". */
export const entriesOnPhones = 4

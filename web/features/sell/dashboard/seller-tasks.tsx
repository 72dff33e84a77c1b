/** The seller's tasks: late orders, problems, messages, reviews, allergens, payments. */
import {
  Banknote,
  CalendarClock,
  ChevronRight,
  CircleCheck,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageCircleWarning,
  PencilLine,
  Star,
  TriangleAlert,
  Wheat,
} from 'lucide-react'
import { isReviewDue } from '#domain/food/kitchen'
import { dayWithYear } from '#domain/values/calendar'
import type { OwnShop } from '#features/sell/own-shop'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button'
import { Link } from '#ui/link'
import { classNames } from '#web/ui/class-names.ts'
import type { SellerOverview } from './overview.ts'

interface Task {
  readonly to: string
  readonly text: string
  readonly Icon: LucideIcon
  readonly isUrgent?: boolean
}

interface SellerTasksProps {
  shop: OwnShop
  /** Null or undefined if it could not be loaded. */
  overview: SellerOverview | null | undefined
  retry: () => void
}

export function SellerTasks({ shop, overview, retry }: SellerTasksProps) {
  const now = useNow()
  return (
    <section aria-labelledby="seller-tasks">
      <h2 id="seller-tasks" className="text-2xl">
        To do
      </h2>
      {overview ? (
        <TaskList tasks={sellerTasks(shop, overview, now)} />
      ) : (
        <div role="alert" className="mt-4 rounded-card border border-line bg-card p-5">
          <p>Your to-do list could not be loaded.</p>
          <Button variant="secondary" size="sm" className="mt-3" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </section>
  )
}

function TaskList({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0)
    return (
      <p className="mt-4 flex items-center gap-3 rounded-card border border-line bg-card p-5">
        <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-leaf" strokeWidth={1.75} />
        Nothing to do right now.
      </p>
    )
  return (
    <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
      {tasks.map(({ to, text, Icon, isUrgent = false }) => (
        <li key={text}>
          <Link to={to} className="flex min-h-16 items-center gap-3.5 px-4 py-3 hover:bg-raised">
            <span
              className={classNames(
                'grid size-10 shrink-0 place-items-center rounded-full',
                isUrgent ? 'bg-alarm-pale text-alarm-deep' : 'bg-honey-pale text-honey-deep',
              )}
            >
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </span>
            <span className="grow text-pretty">{text}</span>
            <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-ink/35" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Urgent tasks come first. */
export function sellerTasks({ slug }: Pick<OwnShop, 'slug'>, overview: SellerOverview, now: Date): Task[] {
  const { unread_conversations, enquiries, reviews_unanswered, undeclared, drafts, charges_enabled } = overview
  const { late, problems, kitchen_reviewed_at: reviewedAt } = overview
  const tasks: (Task | false)[] = [
    late > 0 && {
      to: '/seller/orders?day=late',
      text: `${count(late, 'order')} not handed over on ${late === 1 ? 'its' : 'their'} day`,
      Icon: CalendarClock,
      isUrgent: true,
    },
    problems > 0 && {
      to: '/seller/orders?status=all',
      text: `${count(problems, 'problem')} reported by buyers, to answer`,
      Icon: MessageCircleWarning,
      isUrgent: true,
    },
    undeclared > 0 && {
      to: '/seller/products',
      text: `${count(undeclared, 'product')} cannot be bought until ${undeclared === 1 ? 'its' : 'their'} allergens are declared`,
      Icon: TriangleAlert,
      isUrgent: true,
    },
    !charges_enabled && {
      to: '/seller/payment-settings',
      text: 'Payments are not set up yet',
      Icon: Banknote,
      isUrgent: true,
    },
    reviewedAt !== null &&
      isReviewDue(reviewedAt, now) && {
        to: '/seller/kitchen',
        text: `Kitchen facts last reviewed on ${dayWithYear(reviewedAt)}: please check them`,
        Icon: Wheat,
      },
    unread_conversations > 0 && {
      to: '/messages',
      text: `${count(unread_conversations, 'conversation')} with unread messages`,
      Icon: MessageCircle,
    },
    enquiries > 0 && {
      to: '/messages?tab=enquiries',
      text: enquiries === 1 ? '1 unread enquiry' : `${enquiries} unread enquiries`,
      Icon: Mail,
    },
    reviews_unanswered > 0 && {
      to: `/shop/${slug}?tab=reviews`,
      text: `${count(reviews_unanswered, 'review')} to reply to`,
      Icon: Star,
    },
    drafts > 0 && { to: '/seller/products', text: `${count(drafts, 'draft')} to publish`, Icon: PencilLine },
  ]
  return tasks.filter((task) => task !== false)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

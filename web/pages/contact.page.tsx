/** The contact page of the site. */
import { HeartPulse, Mail, MessagesSquare, Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useApp } from '#platform/app-context.ts'
import { PageHead } from '#platform/page-head.tsx'
import { Card } from '#ui/card'
import { Link } from '#ui/link'
import { Page } from '#ui/page'
import { ContactForm } from '#web/features/talk/contact/contact-form.tsx'

const introduction = 'Is something wrong, unclear or missing? Write to us. A person reads every message.'

const recipient = {
  sentMessage: 'Thank you. We have received your message.',
  replyNotice: 'We will reply to',
  noReplyNotice: 'Without an email address we can read your message but cannot reply.',
}

export function Component() {
  const { supportEmail } = useApp().config
  // The subject of a link from an order.
  const subject = useSearchParams()[0].get('subject')?.slice(0, 100)
  return (
    <Page width="wide" className="py-10 sm:py-14">
      <PageHead title="Contact" description={introduction} canonical="/contact" />
      <h1 className="text-4xl sm:text-5xl">Contact us</h1>
      <p className="mt-3 max-w-xl text-lg text-pretty text-ink-soft">{introduction}</p>
      <div className="mt-10 grid gap-10 lg:grid-cols-[1fr_20rem] lg:gap-14">
        <Card className="p-6 sm:p-8">
          <h2 className="mb-5 text-2xl">Write to us</h2>
          <ContactForm shopId={null} subject={subject} recipient={recipient} onSent={() => {}} />
        </Card>
        <ul className="space-y-7">
          <ContactOption icon={<Mail />} heading="By email">
            <a href={`mailto:${supportEmail}`} className="text-link wrap-anywhere">
              {supportEmail}
            </a>
          </ContactOption>
          <ContactOption icon={<Store />} heading="About an order?">
            The shop can help fastest. Open the order under{' '}
            <Link to="/orders" className="text-link">
              Your Orders
            </Link>{' '}
            and message the seller there.
          </ContactOption>
          <ContactOption icon={<MessagesSquare />} heading="A quick question?">
            You may find the answer on the{' '}
            <Link to="/faq" className="text-link">
              FAQ page
            </Link>
            .
          </ContactOption>
          <ContactOption icon={<HeartPulse />} heading="Feeling unwell?">
            If food you bought here made you ill, get medical help first: call 111, or 999 in an emergency. Then tell
            the shop and us.
          </ContactOption>
        </ul>
      </div>
    </Page>
  )
}

function ContactOption({ icon, heading, children }: { icon: ReactNode; heading: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span aria-hidden="true" className="mt-0.5 text-berry *:size-6">
        {icon}
      </span>
      <div>
        <h2 className="font-sans text-base font-semibold tracking-normal">{heading}</h2>
        <p className="mt-1 text-pretty text-ink-soft">{children}</p>
      </div>
    </li>
  )
}

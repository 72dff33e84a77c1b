/** Stripe's onboarding pages for an account's owner. A link works once, each step completes more of the account, and the last leads back. */
import type { Tree } from './stripe-form.ts'
import { text } from './stripe-form.ts'
import type { StripeObject } from './stripe-server.ts'

export interface Onboarding {
  /** Stores an account link and its URLs. */
  keep(link: string, params: Tree): void
  /** Responds to `/onboard/ACCOUNT/LINK` and its steps; undefined for other paths. */
  page(pathname: string): { status: number; headers: Record<string, string>; body: string } | undefined
}

export function createOnboarding(accounts: Map<string, StripeObject>): Onboarding {
  const links = new Map<string, { params: Tree; isUsed: boolean }>()
  const to = (location: string | undefined) => ({ status: 303, headers: { location: location ?? '/' }, body: '' })

  return {
    keep: (link, params) => void links.set(link, { params, isUsed: false }),

    page(pathname) {
      const [, first, accountId = '', id = '', step] = pathname.split('/')
      const account = accounts.get(accountId)
      const link = links.get(id)
      if (first !== 'onboard' || !account || !link) return undefined
      if (step === 'leave') return to(text(link.params.return_url))
      if (step === 'finish') {
        Object.assign(account, {
          details_submitted: true,
          charges_enabled: true,
          payouts_enabled: true,
          requirements: { currently_due: [] },
        })
        return to(text(link.params.return_url))
      }
      if (link.isUsed) return to(text(link.params.refresh_url))
      link.isUsed = true
      const linkTo = (step: string, label: string) => `<a href="/onboard/${accountId}/${id}/${step}">${label}</a>`
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: `<!doctype html><title>Stripe</title><link rel="icon" href="data:,"><h1>Tell Stripe who you are</h1>${linkTo('finish', 'Finish')} ${linkTo('leave', 'Save for later')}`,
      }
    },
  }
}

/**
 * Limits the emails that the instance sends in an hour. It protects recipients from floods, and the sender's reputation. The fewer are
 * left, the fewer a network gets, so that many networks are needed to use them up. New accounts get only a part, and the last ones are
 * for members who ask from a network where they have long been signed in.
 */
import type { Transaction } from '#backend/database/database'
import { networkOf } from '#backend/http/network'
import type { RateLimits } from '#backend/rate-limits/index'
import type { Client } from '../audit.ts'
import { AuthError } from '../errors.ts'

const hourSeconds = 3_600
/** Of what is left to strangers. */
const networkShare = 0.25
/** The rest is for members who have forgotten a password or change their address. */
const signUpShare = 0.7
/** What strangers cannot use. */
const oldMembersShare = 0.2
/** A share of a small quota. */
const smallestShare = 5
/** Emails to one address that one network gets. */
const perAddress = 5
/** Emails that old members of a network get when others get none. */
const perOldMembersNetwork = 3

interface EmailRequest {
  readonly client: Client
  /** The address of the account, which may not exist. */
  readonly email: string
  /** Whether it may be for an account that does not exist yet. */
  readonly isSignUp?: boolean
}

export interface EmailQuota {
  /**
   * Counts the request in the shares. Called before account lookups, so that it reveals nothing.
   * @throws AuthError over_email_send_rate_limit
   */
  assertAvailable(request: EmailRequest, within?: Transaction): Promise<void>
  take(): Promise<void>
}

interface EmailQuotaOptions {
  /** Undefined for no limit. */
  readonly emailsPerHour: number | undefined
  /** Whether the account of this address has a session from this network that began more than a day ago. */
  isOldMember(email: string, network: string, within?: Transaction): Promise<boolean>
}

export function createEmailQuota(
  rateLimits: RateLimits,
  { emailsPerHour, isOldMember }: EmailQuotaOptions,
): EmailQuota {
  if (emailsPerHour === undefined) return { assertAvailable: async () => {}, take: async () => {} }
  const emails = rateLimits.limit('emails', emailsPerHour, hourSeconds)
  const networks = rateLimits.counter('emails of a network', hourSeconds)
  const addresses = rateLimits.counter('emails of a network to an address', hourSeconds)
  const signUps = rateLimits.counter('emails to new accounts', hourSeconds)
  const oldMembers = rateLimits.counter('emails to old members', hourSeconds)
  const mostSignUps = Math.max(smallestShare, Math.floor(emailsPerHour * signUpShare))
  return {
    async assertAvailable({ client, email, isSignUp = false }, within) {
      const network = networkOf(client.address ?? 'unknown')
      const left = await emails.left('all', within)
      const toStrangers = Math.floor(left - Math.floor(emailsPerHour * oldMembersShare))
      const mostOfNetwork = Math.max(1, Math.floor(toStrangers * networkShare))
      const isStrangersOver =
        toStrangers < 1 ||
        (await networks.increment(network, within)) > mostOfNetwork ||
        (await addresses.increment(`${network} ${email}`, within)) > perAddress ||
        (isSignUp && (await signUps.increment('all', within)) > mostSignUps)
      if (!isStrangersOver) return
      const isForOldMember =
        left >= 1 &&
        client.address !== null &&
        (await isOldMember(email, network, within)) &&
        (await oldMembers.increment(network, within)) <= perOldMembersNetwork
      if (!isForOldMember) throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded')
    },
    async take() {
      await emails.take('all')
    },
  }
}

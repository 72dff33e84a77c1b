/** A shop's payment account, for its owner: `{ action: 'open' }` -> `{ url }` of the provider's page; `{ action: 'refresh' }` -> its state. */
import { z } from 'zod'
import { readBody } from '../_shared/body.ts'
import { check, type DatabaseClient, type Member, openServiceClient, requireMember } from '../_shared/database.ts'
import { openProvider } from '../_shared/open-provider.ts'
import { callProvider, type Provider } from '../_shared/provider.ts'
import { saveAccount } from '../_shared/record-event.ts'
import { json, Refusal, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

const bodySchema = z.object({ action: z.enum(['open', 'refresh']) })

serve(['POST'], async (request) => {
  const settings = readSettings()
  const service = openServiceClient(settings)
  const member = await requireMember(request, service)
  const { action } = await readBody(request, bodySchema)
  const provider = await openProvider(settings)
  if (!provider) throw new Refusal(503, 'provider', 'Payments are not set up here yet.')
  const shop = await ownShop(service, member)
  const accountId = await findAccount(service, provider, shop.id)
  if (action === 'refresh' && !accountId) return json({ provider: provider.name, account: null })

  const account = await callProvider(() =>
    accountId
      ? provider.readAccount(accountId)
      : provider.createAccount({ shopId: shop.id, shopName: shop.name, email: member.email }),
  )
  await saveAccount(service, provider.name, shop.id, account)
  if (action === 'open') return json({ url: await callProvider(() => provider.accountPage(account)) })
  const { detailsSubmitted, chargesEnabled, payoutsEnabled, due } = account
  return json({
    provider: provider.name,
    account: {
      details_submitted: detailsSubmitted,
      charges_enabled: chargesEnabled,
      payouts_enabled: payoutsEnabled,
      due,
    },
  })
})

/** @throws Refusal if the member has no shop */
async function ownShop(service: DatabaseClient, member: Member) {
  const found = await service.from('shops').select('id, name').eq('user_id', member.id).maybeSingle()
  check(found)
  if (!found.data) throw new Refusal(404, 'shop', 'You have no shop yet.')
  return found.data
}

/** The shop's account with this provider. Accounts with another provider do not count. */
async function findAccount(service: DatabaseClient, { name }: Provider, shopId: string): Promise<string | undefined> {
  const found = await service
    .from('payment_accounts')
    .select('account_id')
    .match({ shop_id: shopId, provider: name })
    .maybeSingle()
  check(found)
  return found.data?.account_id
}

/**
 * Ends a shop's emails to a member, by the signed token of the link in one of them. Mail programs POST to the address in `List-Unsubscribe`,
 * without a session and without following redirects (RFC 8058). A GET changes nothing, because mail scanners follow links: it leads to the
 * page that asks for confirmation.
 */
import { openServiceClient, unwrap } from '../_shared/database.ts'
import { json, serve } from '../_shared/responses.ts'
import { readSettings } from '../_shared/settings.ts'

serve(['GET', 'POST'], async (request) => {
  const settings = readSettings()
  const token = new URL(request.url).searchParams.get('token') ?? ''
  if (request.method === 'GET')
    return Response.redirect(`${settings.siteUrl}/unsubscribe?token=${encodeURIComponent(token)}`, 303)
  unwrap(await openServiceClient(settings).rpc('unsubscribe', { token, confirm: true }))
  return json({ result: 'unsubscribed' })
})

/** Server-side request forgery: makes the server import a picture from its own machine, its network or its cloud's metadata. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchPicture, PictureError } from '../../supabase/functions/_shared/fetch-picture.ts'
import { publicNetwork } from '../../supabase/functions/_shared/public-request.ts'
import { openShop, unwrap } from '../payments/market-fixtures.ts'
import { type Attack, createAttempts, withoutSample } from './attack.ts'

/** `PORT` is the port of a listener on this machine. */
const addresses = [
  'http://127.0.0.1/a.png',
  'http://127.0.0.1:PORT/a.png',
  'http://localhost/a.png',
  'http://localhost:PORT/a.png',
  'http://127.1/a.png',
  'http://2130706433/a.png',
  'http://0x7f000001/a.png',
  'http://0177.0.0.1/a.png',
  'http://0.0.0.0:PORT/a.png',
  'http://[::1]/a.png',
  'http://[::1]:PORT/a.png',
  'http://[::ffff:127.0.0.1]:PORT/a.png',
  'http://[::ffff:7f00:1]/a.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://10.0.0.1/a.png',
  'http://172.16.0.1/a.png',
  'http://192.168.1.1/a.png',
  'http://100.64.0.1/a.png',
  'http://user:password@127.0.0.1:PORT/a.png',
  'http://8.8.8.8:PORT/a.png',
  'ftp://127.0.0.1/a.png',
  'file:///etc/passwd',
  'gopher://127.0.0.1:PORT/_GET',
]
/** Neither text reveals whether a port is open. */
const refusals = ['Pictures are fetched from public web addresses only.', 'Please enter a valid URL.']

export const pictureImports: Attack = {
  name: 'picture imports from inside the network',
  tried: 'private addresses in every notation, through the form and the table, and redirects to them',
  environment: withoutSample,
  async run(server) {
    const attempts = createAttempts()
    const fetched: string[] = []
    const inside = createServer((request, response) => {
      fetched.push(request.url ?? '')
      if (request.url === '/moved') response.writeHead(302, { location: `http://localhost:${portOf()}/a.png` })
      response.end('GIF89a')
    }).listen(0, '::')
    const portOf = () => (inside.address() as AddressInfo).port
    await once(inside, 'listening')
    try {
      const { owner, id: shop_id } = await openShop(server, 'Crumbs')
      const targets = addresses.map((address) => address.replace('PORT', String(portOf())))
      const byForm = async (address: string) => {
        const { error } = await owner.functions.invoke('import-picture', { body: { address } })
        const { message } = error ? await error.context.json() : { message: 'fetched' }
        attempts.record(`${address} by the form: ${message}`, refusals.includes(message))
      }
      await Promise.all(targets.map(byForm))

      // The server imports URLs that the table accepts, and removes those that fail.
      const given = new Map<string, string>()
      for (const image of targets) {
        const product = { shop_id, name: 'Cake', image }
        const { data, error } = await owner.from('products').insert(product).select('id').single()
        if (data) given.set(data.id, image)
        else attempts.expectRefusal(`${image} by the table`, { error }, '23514')
      }
      const products = owner
        .from('products')
        .select('id, image')
        .in('id', [...given.keys()])
      const waiting = async () => unwrap(await products).filter(({ image }) => image?.includes(':'))
      for (let tries = 0; (await waiting()).length > 0 && tries < 300; tries += 1) await wait(100)
      for (const { id, image } of unwrap(await products))
        attempts.record(`${given.get(id)} by the table: ${image}`, image === null)
      attempts.record(`fetched ${fetched.join(', ')}`, fetched.length === 0)

      // No public address reaches this machine, so only the first hop is allowed, as if it were public.
      const firstHop = {
        ...publicNetwork,
        isAllowed: (address: string) => address === '127.0.0.1' && fetched.length === 0,
      }
      const moved = await fetchPicture(`http://127.0.0.1:${portOf()}/moved`, firstHop).catch((error: unknown) => error)
      attempts.record('a redirect', moved instanceof PictureError && refusals.includes(moved.message))
      attempts.record(`fetched ${fetched.join(', ')}`, fetched.join() === '/moved')
    } finally {
      inside.close()
    }
    return attempts.result()
  },
}

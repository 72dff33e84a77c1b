import { beforeEach, describe, expect, test } from 'vitest'
import { createMailbox, type MemoryMailbox } from './mailbox.ts'
import { createMailboxPages } from './mailbox-pages.ts'

let mailbox: MemoryMailbox
beforeEach(() => {
  mailbox = createMailbox()
})

const email = (to: string, subject = 'Hello') => ({ to, subject, text: 'Text', html: '<p>HTML</p>' })
const get = async (path: string) => createMailboxPages(mailbox)(new Request(`http://localhost${path}`))

describe('the mailbox', () => {
  test('lists emails newest first, for all addresses or for one, ignoring case', async () => {
    for (const [to, subject] of [
      ['a@x.example', '1'],
      ['b@x.example', '2'],
      ['A@x.example', '3'],
    ] as const) {
      await mailbox.send(email(to, subject))
    }
    expect(mailbox.list().map(({ subject }) => subject)).toEqual(['3', '2', '1'])
    expect(mailbox.list('a@X.example').map(({ subject }) => subject)).toEqual(['3', '1'])
    expect(mailbox.list('nobody@x.example')).toEqual([])
  })

  test('contains an email as soon as it is sent, without a turn of the event loop', () => {
    void mailbox.send(email('a@x.example'))
    expect(mailbox.list()).toHaveLength(1)
  })

  test('keeps the latest two hundred emails', async () => {
    for (let n = 1; n <= 205; n += 1) await mailbox.send(email('a@x.example', String(n)))
    expect(mailbox.list()).toHaveLength(200)
    expect(mailbox.list().at(-1)?.subject).toBe('6')
  })

  test('lists every link once, in order, unescaped', async () => {
    await mailbox.send({
      ...email('a@x.example'),
      text: 'Follow https://x.example/verify?a=1&b=2. Or see <https://x.example/help>, or (https://x.example/faq)!',
      html: '<a href="https://x.example/verify?a=1&amp;b=2">x</a> <a href="https://x.example/more">y</a>',
    })
    expect(mailbox.list()[0]?.links).toEqual([
      'https://x.example/verify?a=1&b=2',
      'https://x.example/help',
      'https://x.example/faq',
      'https://x.example/more',
    ])
  })

  test('refuses a recipient with a line break', async () => {
    await expect(mailbox.send(email('a@x.example\nb@x.example'))).rejects.toThrow('single plain address')
    expect(mailbox.list()).toEqual([])
  })
})

describe('the mailbox endpoint', () => {
  test('returns the emails of an address as JSON', async () => {
    await mailbox.send(email('a+tag@x.example'))
    await mailbox.send(email('b@x.example'))
    const response = await get('/dev/mailbox.json?to=a%2Btag%40x.example')
    expect(response?.headers.get('content-type')).toContain('application/json')
    expect(response?.headers.get('cache-control')).toBe('no-store')
    expect(await response?.json()).toEqual([
      { to: 'a+tag@x.example', subject: 'Hello', text: 'Text', html: '<p>HTML</p>', links: [] },
    ])
    expect(await (await get('/dev/mailbox.json'))?.json()).toHaveLength(2)
    expect(await (await get('/dev/mailbox.json?to=nobody@x.example'))?.json()).toEqual([])
  })

  test('shows a list, and each email in a sandboxed frame', async () => {
    await mailbox.send({ ...email('a@x.example', 'Hello <b>'), html: '<p class="x">It’s "HTML"</p>' })
    const list = await (await get('/dev/mailbox'))?.text()
    expect(list).toContain('Hello &#60;b&#62;')
    const page = await get('/dev/mailbox/emails/1')
    const html = (await page?.text()) ?? ''
    expect(html).toContain('srcdoc="&#60;base target=&#34;_blank&#34;&#62;&#60;p class=')
    expect(html).toMatch(/sandbox="allow-popups allow-popups-to-escape-sandbox"/)
    expect(html).not.toMatch(/<script|\son\w+=/)
    expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('responds 404 for an unknown email and ignores other paths and methods', async () => {
    expect((await get('/dev/mailbox/emails/9'))?.status).toBe(404)
    for (const path of ['/', '/dev', '/dev/mailboxes', '/dev/mailbox/emails/x', '/dev/mailbox/emails/1/2']) {
      expect(await get(path)).toBeUndefined()
    }
    expect(createMailboxPages(mailbox)(new Request('http://localhost/dev/mailbox', { method: 'POST' }))).toBeUndefined()
  })
})

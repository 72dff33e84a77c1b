import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answers, failed, inTurn, merged, never, refused } from './answers.ts'
import { button, dialog, expectAccessible, expectNoOverflow, heading, link, toast } from './expectations.ts'
import { memberId } from './member-session.ts'
import { openPage } from './open-page.tsx'
import { idOf, longWord, ownShop, product, productId } from './rows.ts'

const conversationId = idOf(50)
const sellerId = idOf(9)

const conversation = {
  id: conversationId,
  buyer_id: memberId,
  seller_id: sellerId,
  product_id: productId,
  product_name: 'Unicorn cake',
  product_image: null,
  enquiry: null,
  other_name: 'Corner Bakery',
  other_avatar: null,
  price_quote: null,
  is_paid: false,
  brief: null,
  brief_version: 0,
  wanted_on: null,
  allergen_answers: null,
  quote_balance_due_on: null,
  quote_declaration: null,
  quote_deposit: null,
  quote_expires_at: null,
  quote_lines: null,
  quote_note: null,
  quote_version: 0,
  quoted_food: null,
  last_at: '2026-06-10T08:00:00Z',
  last_content: 'Hello',
  last_has_picture: false,
  last_sender_id: sellerId,
  last_type: 'message',
  unread: 0,
  updated_at: '2026-06-10T08:00:00Z',
}

const message = (n: number, content = `Line ${n}`) => ({
  id: idOf(51, n),
  chat_room_id: conversationId,
  sender_id: n % 2 ? sellerId : memberId,
  content,
  type: 'message',
  picture: null,
  read_at: '2026-06-10T08:30:00Z',
  created_at: new Date(Date.parse('2026-06-10T07:00:00Z') + n * 1_000).toISOString(),
})

const send = 'POST /rest/v1/chat_messages'
const list = 'GET /rest/v1/chat_messages'

/** The unread ones are asked for beside the latest. */
const messages =
  (...latest: Extract<Answers[typeof list], readonly unknown[]>[number][]): Answers[typeof list] =>
  ({ url }) =>
    url.searchParams.has('read_at') ? [] : latest.toReversed()

const usual: Answers = {
  'POST /rest/v1/rpc/my_conversations': [conversation],
  'POST /rest/v1/rpc/room_block': { is_mine: false, is_in_effect: false },
  'POST /rest/v1/rpc/set_room_presence': undefined,
  'PATCH /rest/v1/chat_messages': [],
  'PATCH /rest/v1/notifications': [],
  'GET /rest/v1/saved_replies': [],
  [list]: messages(message(1, 'Hello')),
}

const chat = () => page.getByRole('region', { name: /^Conversation about/ })
const field = () => chat().getByLabelText('Message', { exact: true })

const openConversation = (answers: Answers = {}) =>
  openPage(`/messages?room=${conversationId}`, { member: {}, answers: merged(usual, answers) })

describe('the list of conversations', () => {
  it('says that there are none yet', async () => {
    await openPage('/messages', { member: {}, answers: { 'POST /rest/v1/rpc/my_conversations': [] } })
    await expect.element(heading('No messages yet')).toBeVisible()
    await expect.element(link('Browse Products')).toHaveAttribute('href', '/')
    await expectAccessible()
  })

  it('shows who wrote last, and what is unread', async () => {
    await openPage('/messages', {
      member: {},
      answers: { 'POST /rest/v1/rpc/my_conversations': [{ ...conversation, unread: 2 }] },
    })
    const line = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Unicorn cake/ })
    await expect.element(line).toHaveTextContent('Corner Bakery')
    await expect.element(line).toHaveTextContent('2 unread')
    await expectAccessible()
  })

  it('wraps or cuts long names', async () => {
    const long = { ...conversation, product_name: longWord, other_name: longWord, last_content: longWord }
    await openPage('/messages', { member: {}, answers: { 'POST /rest/v1/rpc/my_conversations': [long] } })
    await expect.element(page.getByRole('list', { name: 'Conversations' })).toBeVisible()
    expectNoOverflow()
  })
})

describe('a conversation', () => {
  it('is not found if it belongs to somebody else', async () => {
    await openPage('/messages?room=nothing', { member: {}, answers: usual })
    await expect.element(heading('Conversation not found')).toBeVisible()
  })

  it('says that it could not be loaded, and loads on retry', async () => {
    const opened = await openConversation({ [list]: failed })
    await expect.element(heading('The conversation could not be loaded')).toBeVisible()
    opened.answer({ [list]: messages(message(1, 'Hello')) })
    await button('Try again').click()
    await expect.element(chat().getByText('Hello')).toBeVisible()
  })

  it('begins with a question', async () => {
    await openConversation({ [list]: [] })
    await expect.element(chat().getByText('Say hello: what would you like, and for when?')).toBeVisible()
    await expectAccessible()
  })

  it('keeps a message that is refused, and sends it on retry', async () => {
    const sent = { ...message(2, 'Three tiers'), sender_id: memberId }
    const opened = await openConversation({ [send]: inTurn(refused({ message: 'null value' }), [sent]) })
    await field().fill('Three tiers')
    await button('Send').click()
    await expect.element(toast('Failed to send message. Please try again.')).toBeVisible()
    await expect.element(chat().getByText('Not sent')).toBeVisible()
    await expectAccessible()
    await chat().getByRole('button', { name: 'Try again' }).click()
    await expect.element(chat().getByText('Not sent')).not.toBeInTheDocument()
    const [first, second] = opened.requests(send).map(({ body }) => body)
    expect(second, 'the same message with the same id').toEqual(first)
    expect(first).toMatchObject({ chat_room_id: conversationId, content: 'Three tiers' })
  })

  it('shows that a message is being sent', async () => {
    await openConversation({ [send]: never })
    await field().fill('Three tiers')
    await userEvent.keyboard('{Enter}')
    await expect.element(chat().getByText('Sending…')).toBeVisible()
  })

  it('shows why a blocked member cannot write', async () => {
    await openConversation({ 'POST /rest/v1/rpc/room_block': { is_mine: false, is_in_effect: true } })
    await expect.element(field()).not.toBeInTheDocument()
  })

  it('refuses a message of more than 4,000 characters', async () => {
    await openConversation()
    await field().fill('x'.repeat(4_001))
    await expect.element(chat().getByText('Too long by 1. Messages can have up to 4,000 characters.')).toBeVisible()
    await expect.element(button('Send')).toBeDisabled()
  })

  it('wraps long words', async () => {
    await openConversation({ [list]: messages(message(1, longWord), message(2, longWord)) })
    await expect.element(chat().getByRole('log')).toBeVisible()
    expectNoOverflow()
  })
})

describe('a quote', () => {
  const sendQuote = 'POST /rest/v1/rpc/send_quote'
  const form = () => dialog('Quote a price')

  async function openQuote(more: object, answers: Answers = {}) {
    const opened = await openConversation(
      merged(
        {
          'GET /rest/v1/shops': [ownShop],
          'POST /rest/v1/rpc/my_conversations': [{ ...conversation, buyer_id: sellerId, seller_id: memberId, ...more }],
          'GET /rest/v1/products': [{ ...product, own: [], shop: { windows: [], closures: [] } }],
          'GET /rest/v1/orders': [],
          'POST /rest/v1/rpc/day_limits_reached': [],
          'HEAD /rest/v1/contact_messages': [],
        },
        answers,
      ),
    )
    await button('Quote a price').click()
    await expect.element(form()).toBeVisible()
    return opened
  }

  it('with a deposit needs an agreed day', async () => {
    const opened = await openQuote({})
    await form()
      .getByLabelText(/^Price/)
      .fill('95')
    await form().getByLabelText('Deposit (optional)').fill('30%')
    await form().getByRole('button', { name: 'Send quote' }).click()
    await expect.element(form().getByText('A deposit needs an agreed day.')).toBeVisible()
    await expectAccessible()
    expect(opened.requests(sendQuote)).toEqual([])
  })

  it('warns of an allergy that the request does not name', async () => {
    await openQuote({}, { [list]: messages({ ...message(1, 'My son is allergic to kiwi.'), sender_id: sellerId }) })
    await expect.element(form()).toHaveTextContent('A message of the buyer speaks of an allergy')
  })

  it('for a request that has changed is refused, and its dialog closes', async () => {
    const refusal = 'The request has just been changed. Please read it again.'
    await openQuote({}, { [sendQuote]: refused({ status: 409, hint: 'brief_changed', message: refusal }) })
    await form()
      .getByLabelText(/^Price/)
      .fill('95')
    await form().getByRole('button', { name: 'Send quote' }).click()
    await expect.element(toast(refusal)).toBeVisible()
    await expect.element(form()).not.toBeInTheDocument()
  })
})

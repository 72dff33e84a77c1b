/** The buyer's choices at the checkout, kept over reloads and the payment redirect. */
import { useRef, useState } from 'react'
import { z } from 'zod'
import { nothingChosen, type ShopChoice } from '#domain/checkout/checkout'
import { fulfilments } from '#domain/pickup/hand-over'
import { useMember } from '#features/account/auth'
import { draftKey, loadDraft, storeDraft } from '#platform/session-drafts.ts'
import { lastPaidAt } from './checkout-storage.ts'

const slot = z.object({
  date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  is_posted: z.boolean().optional(),
})

const draftSchema = z.object({
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  addressId: z.string().nullable(),
  /** Null until it is typed, when the address's is offered. */
  phone: z.string().nullable(),
  /** The allergens that were confirmed. A change requires a new confirmation. */
  allergensRead: z.string().nullable(),
  /** The statements about the seller's answers that were confirmed, each with the answers. */
  agreements: z.array(z.string()),
  choices: z.record(
    z.string(),
    z.object({
      fulfilment: z.enum(fulfilments).nullable(),
      slot: slot.nullable(),
      usual: z
        .object({ fulfilment: z.enum(fulfilments), weekday: z.number(), start: z.string() })
        .nullable()
        .default(null),
      note: z.string(),
      code: z.string().default(''),
      vouchers: z.array(z.string()).readonly().default([]),
      tip: z.string().default(''),
    }),
  ),
})

type Draft = z.output<typeof draftSchema>

/** The name of the draft of the basket's checkout. */
export const basketDraft = 'basket'

export interface DraftSource {
  /** Tells the drafts of a member apart: the basket's, and one for each quote. */
  readonly name: string
  /** Milliseconds since 1970. An older draft belongs to an order that is paid. */
  readonly since: number
}

const emptyDraft: Draft = { savedAt: 0, addressId: null, phone: null, allergensRead: null, agreements: [], choices: {} }

function load(key: string, since: number): Draft {
  try {
    const draft = draftSchema.safeParse(JSON.parse(loadDraft(key)))
    return draft.success && draft.data.savedAt > since ? draft.data : emptyDraft
  } catch {
    // No draft, or invalid content: the buyer starts again.
    return emptyDraft
  }
}

const keyOf = (userId: string, name: string) => draftKey('checkout', userId, name)

function chosenIn({ choices }: Draft, shopId: string, change: Partial<ShopChoice>): Pick<Draft, 'choices'> {
  return { choices: { ...choices, [shopId]: { ...(choices[shopId] ?? nothingChosen), ...change } } }
}

/** What the checkout of the basket proposes for a shop. Another slot of its own was chosen for other items. */
export function proposeChoice(userId: string, shopId: string, choice: Pick<ShopChoice, 'fulfilment' | 'usual'>): void {
  const key = keyOf(userId, basketDraft)
  const draft = load(key, lastPaidAt())
  const proposed = chosenIn(draft, shopId, { ...choice, slot: null })
  storeDraft(key, JSON.stringify({ ...draft, ...proposed, savedAt: Date.now() }))
}

export interface DraftControls {
  readonly draft: Draft
  choiceOf(shopId: string): ShopChoice
  choose(shopId: string, change: Partial<ShopChoice>): void
  chooseAddress(addressId: string): void
  enterPhone(phone: string): void
  confirmAllergens(text: string | null): void
  agree(statement: string, hasAgreed: boolean): void
}

/** Only for components that the server never renders. */
export function useDraft({ name, since }: DraftSource): DraftControls {
  const key = keyOf(useMember().id, name)
  const [draft, setDraft] = useState(() => load(key, since))
  const latest = useRef(draft)

  /** Applies to the latest draft: a caller may have waited, for an address to be saved, since it was rendered. */
  function change(next: (draft: Draft) => Partial<Draft>): void {
    latest.current = { ...latest.current, ...next(latest.current), savedAt: Date.now() }
    setDraft(latest.current)
    storeDraft(key, JSON.stringify(latest.current))
  }

  const choiceOf = (shopId: string) => draft.choices[shopId] ?? nothingChosen
  return {
    draft,
    choiceOf,
    choose: (shopId, next) => change((latestDraft) => chosenIn(latestDraft, shopId, next)),
    chooseAddress: (addressId) => change(() => ({ addressId })),
    enterPhone: (phone) => change(() => ({ phone })),
    confirmAllergens: (allergensRead) => change(() => ({ allergensRead })),
    agree: (statement, hasAgreed) =>
      change(({ agreements }) => {
        const others = agreements.filter((one) => one !== statement)
        return { agreements: hasAgreed ? [...others, statement] : others }
      }),
  }
}

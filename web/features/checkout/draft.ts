/** What a buyer has chosen at the checkout so far, kept over reloads and over the way to the payment page and back. */
import { useState } from 'react'
import { z } from 'zod'
import { fulfilments, nothingChosen, type ShopChoice } from '#domain/checkout'

const slot = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() })

const draftSchema = z.object({
  userId: z.string(),
  addressId: z.string().nullable(),
  /** The allergens that were ticked as read: other ones are to be read anew. */
  allergensRead: z.string().nullable(),
  choices: z.record(
    z.string(),
    z.object({ fulfilment: z.enum(fulfilments).nullable(), slot: slot.nullable(), note: z.string() }),
  ),
})

export type Draft = z.output<typeof draftSchema>

/** A quote is accepted apart from the basket, and what was chosen for it is kept apart. */
const draftKey = (quoteId: string | null) => (quoteId === null ? 'tuckbox-checkout' : `tuckbox-checkout-${quoteId}`)

function load(userId: string, key: string): Draft {
  const emptyDraft: Draft = { userId, addressId: null, allergensRead: null, choices: {} }
  try {
    const draft = draftSchema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
    return draft.success && draft.data.userId === userId ? draft.data : emptyDraft
  } catch {
    // Nothing can be kept here, or something else lies there: the buyer begins anew.
    return emptyDraft
  }
}

function save(draft: Draft, key: string): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Full or forbidden: the choices live as long as the page.
  }
}

export interface DraftControls {
  readonly draft: Draft
  choiceOf(shopId: string): ShopChoice
  choose(shopId: string, change: Partial<ShopChoice>): void
  chooseAddress(addressId: string): void
  readAllergens(text: string | null): void
}

/** For components that the server never renders. @param quoteId the conversation whose quote is accepted; null for the basket */
export function useDraft(userId: string, quoteId: string | null): DraftControls {
  const key = draftKey(quoteId)
  const [draft, setDraft] = useState(() => load(userId, key))

  function change(next: Partial<Draft>): void {
    const changed = { ...draft, ...next }
    setDraft(changed)
    save(changed, key)
  }

  const choiceOf = (shopId: string) => draft.choices[shopId] ?? nothingChosen
  return {
    draft,
    choiceOf,
    choose: (shopId, next) => change({ choices: { ...draft.choices, [shopId]: { ...choiceOf(shopId), ...next } } }),
    chooseAddress: (addressId) => change({ addressId }),
    readAllergens: (allergensRead) => change({ allergensRead }),
  }
}

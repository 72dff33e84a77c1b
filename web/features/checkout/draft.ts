/** The buyer's choices at the checkout, kept over reloads and the payment redirect. */
import { useState } from 'react'
import { z } from 'zod'
import { fulfilments, nothingChosen, type ShopChoice } from '#domain/checkout'

const slot = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() })

const draftSchema = z.object({
  userId: z.string(),
  addressId: z.string().nullable(),
  /** The allergens that were confirmed. A change requires a new confirmation. */
  allergensRead: z.string().nullable(),
  choices: z.record(
    z.string(),
    z.object({ fulfilment: z.enum(fulfilments).nullable(), slot: slot.nullable(), note: z.string() }),
  ),
})

export type Draft = z.output<typeof draftSchema>

/** Each quote has a draft of its own, apart from the basket's. */
const draftKey = (quoteId: string | null) => (quoteId === null ? 'tuckbox-checkout' : `tuckbox-checkout-${quoteId}`)

function load(userId: string, key: string): Draft {
  const emptyDraft: Draft = { userId, addressId: null, allergensRead: null, choices: {} }
  try {
    const draft = draftSchema.safeParse(JSON.parse(window.sessionStorage.getItem(key) ?? 'null'))
    return draft.success && draft.data.userId === userId ? draft.data : emptyDraft
  } catch {
    // No storage, or invalid content: the buyer starts again.
    return emptyDraft
  }
}

function save(draft: Draft, key: string): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the choices last as long as the page.
  }
}

export interface DraftControls {
  readonly draft: Draft
  choiceOf(shopId: string): ShopChoice
  choose(shopId: string, change: Partial<ShopChoice>): void
  chooseAddress(addressId: string): void
  readAllergens(text: string | null): void
}

/**
 * Only for components that the server never renders. @param quoteId the conversation of an accepted quote; null for the
 * basket
 */
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

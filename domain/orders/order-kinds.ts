/** The kinds of orders in a seller's calendar. SQL decides them: private.calendar_kind. */
export const orderKinds = ['pickup', 'delivery', 'posting', 'bespoke'] as const
export type OrderKind = (typeof orderKinds)[number]

export const orderKindNames: Readonly<Record<OrderKind, string>> = {
  pickup: 'Pickup',
  delivery: 'Delivery',
  posting: 'Posting',
  bespoke: 'Custom order',
}

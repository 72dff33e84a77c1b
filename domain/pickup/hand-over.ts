/** How, and when, an order is handed over. */
export const fulfilments = ['delivery', 'pickup'] as const
export type Fulfilment = (typeof fulfilments)[number]

/** A window of a pickup or delivery. */
export interface HandOverSlot {
  readonly date: string
  readonly start_time: string
  readonly end_time: string
  /** A day on which the order is posted. Its hours mean nothing to buyers. */
  readonly is_posted?: boolean | undefined
}

/** The weekday and the hour of an earlier order. */
export interface UsualTime {
  readonly fulfilment: Fulfilment
  /** 0 for Sunday to 6 for Saturday. */
  readonly weekday: number
  /** 'HH:MM'. */
  readonly start: string
}

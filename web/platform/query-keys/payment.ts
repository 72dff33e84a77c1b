/** The query keys of the test payment page. */
export const paymentKeys = {
  session: (session: string) => ['payment', session] as const,
} as const

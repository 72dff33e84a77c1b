/** The query keys of the basket. */
export const basketKeys = {
  onSale: ['on-sale'],
  onSaleOf: (productIds: readonly string[]) => ['on-sale', productIds] as const,
} as const

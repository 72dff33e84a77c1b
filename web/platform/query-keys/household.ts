/** The query keys of what a household may eat. They name products only, never people. */
export const householdKeys = {
  foods: (productIds: readonly string[]) => ['foods', productIds] as const,
} as const

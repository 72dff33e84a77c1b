/** A choice that changes nothing of the food. For tests only. */
export const plainChoice = { allergens: {}, ingredients: null, replaces: null, net_quantity: null }

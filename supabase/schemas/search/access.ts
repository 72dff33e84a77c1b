import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    search_products: '+ + + + + + +',
    search_shops: '+ + + + + + +',
    suggest_products: '+ + + + + + +',
  },
  definers: ['search_products', 'search_shops', 'suggest_products'],
}

import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    cancel_checkout: '- + - - - - -',
    expire_checkouts: '- - - - - - +',
    held_stock: '- + + + + + +',
    place_order: '- + + + + + -',
    preview_order: '+ + + + + + +',
  },
  definers: ['cancel_checkout', 'held_stock', 'place_order', 'preview_order'],
}

import type { Access } from '../access.ts'

export const access: Access = {
  functions: {
    duplicate_product: '- - - + - - -',
    import_products: '- + + + + + -',
    prep_sheet: '- - - + + - -',
    save_prices_and_stock: '- + + + + + -',
    save_product: '- + + + - + -',
    seller_inbox: '- - - + + - -',
    seller_overview: '- + + + + + +',
  },
  definers: ['prep_sheet', 'seller_inbox', 'seller_overview'],
}

import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    product_option_choices: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written(
        'id, group_id, product_id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position',
      ),
      limitedBy: 'thirty positions a group',
      isExported: true,
      isDeletedWithAccount: false,
    },
    product_option_groups: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('id, product_id, name, is_required, max_choices, position'),
      limitedBy: 'ten positions a product',
      isExported: true,
      isDeletedWithAccount: false,
    },
    product_questions: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('id, product_id, name, is_required, max_length, price, position'),
      limitedBy: 'ten positions a product',
      isExported: true,
      isDeletedWithAccount: false,
    },
    product_variations: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written(
        'id, product_id, name, price_delta, stock, allergens, ingredients, replaces, net_quantity, position',
      ),
      limitedBy: 'fifty positions a product',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
}

import { type Access, written } from '../access.ts'

export const access: Access = {
  tables: {
    basket_lines: {
      rows: '- riud - - - - riud',
      members: written(
        'user_id, product_id, variation, personalization, custom_request_details, options, quantity, snapshot',
      ),
      limits: ['100 a user_id'],
      isExported: true,
      isDeletedWithAccount: true,
    },
  },
}

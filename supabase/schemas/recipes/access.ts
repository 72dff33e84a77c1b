import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    recipe_ingredients: { rows: '- - - r - - riud', members: read, isExported: true, isDeletedWithAccount: false },
    recipes: {
      rows: '- - - rd - - riud',
      members: { select: '*', delete: '*' },
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_costing: {
      rows: '- - - riud - - riud',
      members: written('shop_id, hourly_rate, margin_percent'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_ingredients: {
      rows: '- - - riud - - riud',
      members: {
        select: '*',
        insert: 'shop_id, name, unit, pack_size, pack_price',
        update: 'name, pack_size, pack_price',
        delete: '*',
      },
      limits: ['500 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    save_recipe: '- - - + - - -',
  },
  definers: ['save_recipe'],
}

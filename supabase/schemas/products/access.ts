import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    product_images: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('id, product_id, image, position'),
      limitedBy: 'twelve positions a product',
      isExported: true,
      isDeletedWithAccount: false,
    },
    products: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written(
        'id, shop_id, name, description, price, image, category, occasions, stock, is_made_to_order, is_personalisable, personalisation_price, personalisation_max_length, is_bestseller, is_subscribable, available_for_delivery, available_for_pickup, product_type, requires_consultation, min_price, max_price, ingredients, allergens, allergen_answers, unanswered_allergens, diets, lead_time_days, net_quantity, shelf_life_days, storage_advice, status',
      ),
      limits: ['5000 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
}

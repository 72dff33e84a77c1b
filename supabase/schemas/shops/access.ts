import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    shop_closures: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: {
        select: '*',
        insert: 'id, shop_id, from_date, to_date, note',
        update: 'from_date, to_date, note',
        delete: '*',
      },
      limits: ['200 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_pickup_places: {
      rows: '- - - riud - - riud',
      members: written('shop_id, address_line1, address_line2, city, postal_code, instructions'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_records: {
      rows: '- - - ru - r riud',
      members: { select: '*', update: 'food_registration, label_name, label_address' },
      isExported: true,
      isDeletedWithAccount: false,
    },
    shops: {
      rows: 'r r r riu r r riud',
      visitors: read,
      members: {
        select: '*',
        insert:
          'id, user_id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, cancel_hours_before, cancel_refund_percent, hygiene_rating',
        update:
          'id, user_id, name, slug, description, category, logo, banner_image, town, lat, lon, delivery_radius_miles, cancel_hours_before, cancel_refund_percent, hygiene_rating',
      },
      limitedBy: 'one a member',
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    accept_seller_terms: '- - - + + - -',
    available_shop_slug: '- + + + + + +',
    verify_hygiene_rating: '- - - - - + -',
  },
  definers: ['accept_seller_terms', 'available_shop_slug', 'verify_hygiene_rating'],
}

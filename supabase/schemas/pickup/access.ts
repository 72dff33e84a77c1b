import { type Access, read, written } from '../access.ts'

export const access: Access = {
  tables: {
    product_pickup_schedules: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('id, product_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted'),
      limits: ['100 a product_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_booking_rules: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('shop_id, horizon_days, pickup_cutoff_hours, delivery_cutoff_hours'),
      limitedBy: 'one a shop',
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_day_limits: {
      rows: '- - - riud - - riud',
      members: written('id, shop_id, product_id, category, day_of_week, on_date, max_orders'),
      limits: ['100 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
    shop_pickup_schedules: {
      rows: 'r r r riud r r riud',
      visitors: read,
      members: written('id, shop_id, day_of_week, start_time, end_time, max_orders, fulfilment, on_date, is_posted'),
      limits: ['100 a shop_id'],
      isExported: true,
      isDeletedWithAccount: false,
    },
  },
  functions: {
    day_limits_reached: '- + + + + + +',
    earliest_days: '+ + + + + + +',
    hand_over_slots: '+ + + + + + +',
    hours_on: '+ + + + + + +',
    quote_slots: '- + + + + + +',
  },
  definers: ['day_limits_reached', 'earliest_days', 'hand_over_slots', 'hours_on', 'quote_slots'],
}

import { expect, it } from 'vitest'
import { orderNumber, orderState } from './order-state.ts'

it('knows the states of an order in any case, and shows any other neutrally', () => {
  expect(orderState('Delivered')).toEqual({ label: 'Delivered', tone: 'leaf' })
  expect(orderState('lost at sea')).toEqual({ label: 'lost at sea', tone: 'neutral' })
})

it('shows the first 8 characters of an order’s id', () => {
  expect(orderNumber('1a2b3c4d-0000-4000-8000-000000000000')).toBe('1a2b3c4d')
})

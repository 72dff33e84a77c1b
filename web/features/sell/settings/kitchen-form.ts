/** The form for the facts about a seller's kitchen. */
import { z } from 'zod'
import { type Allergen, allergens } from '#domain/food/allergens'
import { type Kitchen, readHandled } from '#domain/food/kitchen'

export const kitchenAnswers = ['yes', 'no', 'unstated'] as const
export type KitchenAnswer = (typeof kitchenAnswers)[number]

const answer = z.enum(kitchenAnswers)
const stated = (given: KitchenAnswer) => (given === 'unstated' ? null : given === 'yes')

const keys: Allergen[] = allergens.map(({ key }) => key)

export const kitchenForm = z
  .object({ handles: z.record(z.enum(keys), answer), sharesEquipment: answer, isNutFree: answer })
  .superRefine(({ handles, isNutFree }, context) => {
    if (isNutFree !== 'yes' || (handles.nuts === 'no' && handles.peanuts === 'no')) return
    const message = 'A dedicated nut-free kitchen handles neither tree nuts nor peanuts. Please answer “No” to both.'
    context.addIssue({ code: 'custom', path: ['isNutFree'], message })
  })
  .transform(({ handles, sharesEquipment, isNutFree }) => ({
    handles: Object.fromEntries(
      keys.flatMap((key) => {
        const value = stated(handles[key])
        return value === null ? [] : [[key, value]]
      }),
    ),
    shares_equipment: stated(sharesEquipment),
    is_nut_free: stated(isNutFree),
  }))

export type KitchenFormInput = z.input<typeof kitchenForm>
/** The columns of `shop_kitchens` that a seller writes. */
export type KitchenRecord = z.output<typeof kitchenForm>

/** The form of saved facts. Nothing is preset to 'no'. */
export function kitchenFormValues(kitchen: Kitchen | null): KitchenFormInput {
  const answerOf = (value: boolean | null | undefined): KitchenAnswer =>
    value === true ? 'yes' : value === false ? 'no' : 'unstated'
  const handled = readHandled(kitchen?.handles)
  return {
    handles: z.record(z.enum(keys), answer).parse(Object.fromEntries(keys.map((key) => [key, answerOf(handled[key])]))),
    sharesEquipment: answerOf(kitchen?.shares_equipment),
    isNutFree: answerOf(kitchen?.is_nut_free),
  }
}

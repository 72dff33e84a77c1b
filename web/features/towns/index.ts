/** The field for a town. It stands apart from the place of the shopper, which is part of the first load. */
export { TownListField } from './town-list-field.tsx'

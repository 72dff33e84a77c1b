/** A seller's drops: menus with an opening time and a cut-off. */
export { useOwnDrops } from './own-drops.ts'

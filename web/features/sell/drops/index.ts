/** Drops: menus with an opening time and a cut-off. */
export { useOwnDrops } from './own-drops.ts'

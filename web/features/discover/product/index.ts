/** The parts of products that other features use. */
export { KitchenFacts } from './kitchen-facts.tsx'

/**
 * What a portion of a product costs to make, and what remains of its price. Costs are exact fractions of a penny until they
 * are rounded once, for a portion.
 */
import { sharesOf } from '#domain/selling/seller-money'
import { vatIn } from '#domain/values/vat'

export const ingredientUnits = ['g', 'ml', 'each'] as const
export type IngredientUnit = (typeof ingredientUnits)[number]

/** What recipes have while the shop has set no rates. */
export const defaultMarginPercent = 40

interface Pack {
  /** Whole units. */
  readonly size: number
  readonly pricePence: number
}

export interface RecipeLine {
  readonly pack: Pack
  /** How much a batch takes, in the unit of the pack, with at most two decimals. */
  readonly quantity: number
}

export interface Batch {
  readonly lines: readonly RecipeLine[]
  readonly portions: number
  readonly otherPence: number
  readonly minutes: number
  readonly hourlyPence: number
}

/** The parts add up to the total. */
export interface PortionCost {
  readonly ingredientsPence: number
  readonly otherPence: number
  readonly workPence: number
  readonly totalPence: number
}

interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

function sum(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under + b.over * a.under, under: a.under * b.under }
}

/** To the nearest penny, and half a penny up. Amounts are not negative. */
function rounded({ over, under }: Fraction): number {
  return Number((2n * over + under) / (2n * under))
}

function lineCost({ pack, quantity }: RecipeLine): Fraction {
  const hundredths = BigInt(Math.round(quantity * 100))
  return { over: hundredths * BigInt(pack.pricePence), under: 100n * BigInt(pack.size) }
}

/** What a line of a batch costs, to the penny. */
export function lineCostPence(line: RecipeLine): number {
  return rounded(lineCost(line))
}

/** Each part is the difference of rounded sums, so that no penny is lost or added. */
export function portionCost({ lines, portions, otherPence, minutes, hourlyPence }: Batch): PortionCost {
  const ofPortion = ({ over, under }: Fraction) => rounded({ over, under: under * BigInt(portions) })
  const ingredients = lines.map(lineCost).reduce(sum, { over: 0n, under: 1n })
  const withOther = sum(ingredients, { over: BigInt(otherPence), under: 1n })
  const withWork = sum(withOther, { over: BigInt(minutes) * BigInt(hourlyPence), under: 60n })
  const ingredientsPence = ofPortion(ingredients)
  const withoutWork = ofPortion(withOther)
  const totalPence = ofPortion(withWork)
  return {
    ingredientsPence,
    otherPence: withoutWork - ingredientsPence,
    workPence: totalPence - withoutWork,
    totalPence,
  }
}

export interface Charges {
  /** The marketplace's fee, a percentage of the price of the food. */
  readonly feePercent: number
  /** Null if the shop is not registered. */
  readonly vatRate: number | null
}

export interface PortionSale {
  readonly pricePence: number
  readonly vatPence: number
  readonly feePence: number
  readonly costPence: number
  /** What remains. Negative for a loss. */
  readonly profitPence: number
  /** The profit as a percentage of the price without VAT, rounded down to a tenth. Null for a price of 0. */
  readonly marginPercent: number | null
}

export function saleOf(pricePence: number, costPence: number, { feePercent, vatRate }: Charges): PortionSale {
  const vatPence = vatIn(pricePence, vatRate)
  const { feePence } = sharesOf(pricePence, feePercent)
  const profitPence = pricePence - vatPence - feePence - costPence
  const netPence = pricePence - vatPence
  const marginPercent = netPence === 0 ? null : Math.floor((profitPence * 1000) / netPence) / 10
  return { pricePence, vatPence, feePence, costPence, profitPence, marginPercent }
}

/** The highest price of a product. */
const maxPricePence = 9_999_999

/**
 * The lowest price with at least this margin, after VAT and the fee.
 * @param marginPercent a whole number
 * @returns null if no price has it, because VAT, fee and margin take everything
 */
export function suggestedPence(costPence: number, marginPercent: number, charges: Charges): number | null {
  const vatRate = charges.vatRate ?? 0
  // What is left of a penny of the price for the cost, in parts of 10,000 × (100 + VAT rate).
  const left = (100 - marginPercent) * 10_000 - Math.round(charges.feePercent * 100) * (100 + vatRate)
  if (left <= 0) return null
  const whole = 10_000 * (100 + vatRate)
  // VAT and fee are rounded by up to half a penny each, so the price may be this much lower.
  const rounding = Math.ceil((2 * whole) / left)
  const start = Math.floor((costPence * whole) / left) - rounding
  for (let pence = Math.max(1, start); pence <= maxPricePence; pence += 1) {
    const { profitPence, vatPence } = saleOf(pence, costPence, charges)
    if (profitPence * 100 >= marginPercent * (pence - vatPence)) return pence
  }
  return null
}

/** 'good' reaches the margin that the shop aims for. */
export type MarginState = 'good' | 'low' | 'loss'

export function marginState({ profitPence, pricePence, vatPence }: PortionSale, aimPercent: number): MarginState {
  if (profitPence < 0) return 'loss'
  return profitPence * 100 >= aimPercent * (pricePence - vatPence) ? 'good' : 'low'
}

/** '1.5 kg', '250 ml', '12' */
export function amountText(amount: number, unit: IngredientUnit): string {
  const thousands = { g: 'kg', ml: 'litres', each: null }[unit]
  if (thousands !== null && amount >= 1000) {
    const text = (amount / 1000).toLocaleString('en-GB', { maximumFractionDigits: 3 })
    return text === '1' && unit === 'ml' ? '1 litre' : `${text} ${thousands}`
  }
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: 2 })}${unit === 'each' ? '' : ` ${unit}`}`
}

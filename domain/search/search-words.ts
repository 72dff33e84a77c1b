/** The words of a search that name an occasion, a diet, a category or a fulfilment, and those that name none. */
import { type Occasion, type ProductCategory, productCategories } from '../catalogue/categories.ts'
import type { Diet } from '../food/diets.ts'
import { phraseMap } from './search-tokens.ts'

export const occasionPhrases = phraseMap<Occasion>([
  ['birthday', 'birthday, birthdays, bday, b day, birthday party, birthday parties, kids birthday, childrens birthday'],
  ['wedding', 'wedding, weddings, wedding day, wedding party, wedding reception'],
  ['party', 'party, parties, party food, tea party, dinner party, kids party, childrens party, office party'],
  ['holiday', 'holiday, holidays, festive, holiday season'],
  ['special', 'special occasion, special occasions, anniversary, anniversaries, christening, engagement, graduation'],
  ['special', 'baby shower, new baby, retirement, leaving do, celebration, celebrations'],
  ['christmas', 'christmas, xmas, christmas day, christmas party, christmas dinner'],
  ['easter', 'easter, easter sunday, easter monday, easter weekend, good friday'],
  ['eid', 'eid, eid mubarak, eid al fitr, eid ul fitr, eid al adha, eid ul adha, iftar, ramadan'],
  ['diwali', 'diwali, deepavali, divali'],
  ['hanukkah', 'hanukkah, chanukah, hanukah'],
  ['valentines', 'valentine, valentines, valentines day, valentine day'],
  ['mothers-day', 'mothers day, mother day, mothering sunday, mums day'],
  ['fathers-day', 'fathers day, father day, dads day'],
  ['halloween', 'halloween, trick or treat'],
  ['gift', 'gift, gifts, present, presents, gift idea, gift ideas, gift box, gift boxes, thank you gift'],
])

export const dietPhrases = phraseMap<Diet>([
  ['vegan', 'vegan, vegans, vegan friendly, plant based, plantbased, plant only'],
  ['vegetarian', 'vegetarian, vegetarians, vegetarian friendly, veggie, veggie friendly'],
  ['vegetarian', 'meat free, meatless, meatfree, no meat, without meat, non meat'],
  ['halal', 'halal'],
  ['kosher', 'kosher'],
  ['no_alcohol', 'alcohol free, non alcoholic, no alcohol, without alcohol, alcoholfree, booze free, no booze'],
])

export const fulfilmentPhrases = phraseMap<'delivery' | 'pickup'>([
  ['pickup', 'pickup, pick up, pickups, to pick up, for pickup, for pick up, i can pick up, ready to pick up'],
  [
    'pickup',
    'to collect, for collection, collect in person, click and collect, click collect, local collection, free collection',
  ],
  [
    'delivery',
    'delivery, delivered, for delivery, to be delivered, home delivery, free delivery, free postage, can be delivered',
  ],
  ['delivery', 'delivers, deliver, with delivery, by post, posted, delivered to my door, to my door'],
])

/** A category is understood if these are the only words left. The singular may be part of a name: 'birthday cake'. */
export const categoryPhrases: ReadonlyMap<string, ProductCategory> = new Map([
  ...productCategories.map((category) => [category.toLowerCase(), category] as const),
  ...phraseMap<ProductCategory>([
    ['Desserts', 'dessert, pudding, puddings'],
    ['Drinks', 'drink'],
    ['Snacks', 'snack'],
    ['Meals', 'meal, ready meals, ready meal, dinners'],
    ['Pastries', 'pastry'],
    ['Bread', 'breads'],
    ['Healthy Options', 'healthy, healthy food'],
    ['Custom Orders', 'bespoke, custom'],
  ]),
])

/** Names that contain a word with another meaning. They stay words. */
export const namePhrases = new Set([
  'free range',
  'no bake',
  'no knead',
  'no churn',
  'fat free',
  'nut roast',
  'sugar free',
  'refined sugar free',
  'grain free',
  'carb free',
  'caffeine free',
  'additive free',
  'preservative free',
  'guilt free',
  'cruelty free',
  'plastic free',
  'party rings',
  'party ring',
  'ruby tuesday',
  'black friday',
  'non veg',
  'present day',
])

const people =
  'mum mam mom mummy dad daddy nan grandma granny grandad her him me us wife husband girlfriend boyfriend partner friend friends kids children everyone somebody someone'

/** They say nothing about the food. All food here is homemade. */
export const fillerPhrases = new Set([
  ...'a an the for with of and or my our some any to on in at is are please i im we want need like would looking buy find get me that which something anything homemade home made near by from can have you food foods treat treats idea ideas best ever good nice great lovely delicious tasty yummy'.split(
    ' ',
  ),
  ...['to order', 'order a', 'order some'],
  ...['for', 'for my', 'for the', 'for our'].flatMap((start) =>
    people.split(' ').map((person) => `${start} ${person}`),
  ),
])

/**
 * What shoppers type, and how much they want each product of the sample catalogue: 3 is what they look for, 2 a good
 * choice, 1 better than nothing. Products beyond reach count less than those within. All others are worth nothing.
 */
import type { ProductKey } from '../../supabase/sample/products.ts'

type City = 'London' | 'Manchester' | 'Bristol'

export interface JudgedQuery {
  readonly query: string
  /** Where the shopper is. */
  readonly in: City
  readonly grades: ReadonlyMap<string, 1 | 2 | 3>
  readonly why: string
}

type Keys = readonly ProductKey[]

function judged(city: City) {
  return (query: string, why: string, wanted: Keys, good: Keys = [], fair: Keys = []): JudgedQuery => ({
    query,
    in: city,
    grades: new Map([
      ...fair.map((key) => [key, 1] as const),
      ...good.map((key) => [key, 2] as const),
      ...wanted.map((key) => [key, 3] as const),
    ]),
    why,
  })
}

const london = judged('London')
const manchester = judged('Manchester')
const bristol = judged('Bristol')

const cupcakes: Keys = ['vanillaCupcakes', 'caramelCupcakes', 'veganCupcakes', 'gfCupcakes']
const londonCakes: Keys = ['victoria', 'lemonLoaf', 'carrot', 'nutFreeBirthdayCake', 'nutFreeTrayBake']
const breads: Keys = ['sourdough', 'rye', 'focaccia', 'bananaBread']
const pies: Keys = ['steakPie', 'cheesePie', 'applePie']

/** By name: the product itself first. */
const named: readonly JudgedQuery[] = [
  london('victoria sponge', 'The cake of that name.', ['victoria']),
  london('Victoria', 'One word is enough.', ['victoria']),
  london('lemon drizzle', 'The loaf of that name.', ['lemonLoaf']),
  london('lemon cake', 'The lemon loaf is a cake.', ['lemonLoaf'], [], ['cheesecake']),
  london('carrot cake', 'Carrot & Walnut Cake.', ['carrot']),
  london('sourdough', 'The loaf; croissants and knots are not sourdough.', ['sourdough']),
  london('sourdough bread', 'The loaf is in the category Bread.', ['sourdough']),
  london('rye bread', 'Danish Rye.', ['rye'], ['sourdough']),
  london('focaccia', 'The only one.', ['focaccia']),
  london(
    'croissants',
    'Both kinds, and the hamper has two.',
    ['croissants', 'almondCroissants'],
    [],
    ['breakfastHamper'],
  ),
  london('croissant', 'The singular means the same.', ['croissants', 'almondCroissants'], [], ['breakfastHamper']),
  london('almond croissant', 'The almond ones.', ['almondCroissants'], [], ['croissants']),
  london('samosas', 'The samosas.', ['samosas']),
  london('samosa', 'The singular means the same.', ['samosas']),
  london('biryani', 'The biryani.', ['biryani']),
  london('chicken biryani', 'The biryani; the curry box has chicken too.', ['biryani'], [], ['curryNight']),
  london('curry', 'The curry box, and the chickpea curry.', ['curryNight'], ['chana'], ['biryani']),
  london('mango lassi', 'The lassi.', ['lassi']),
  london('hot cross buns', 'The buns of that name.', ['crossBuns']),
  london('buns', 'All buns; knots are close.', ['icedBuns', 'crossBuns'], [], ['cinnamonKnots']),
  london('scones', 'The scones.', ['scones']),
  london('banana bread', 'The loaf of that name.', ['bananaBread']),
  london('pancakes', 'The kit makes pancakes.', ['crepes']),
  london('cupcakes', 'All cupcakes, those by order too.', cupcakes, ['unicornCupcakes']),
  london('cupcake', 'The singular means the same.', cupcakes, ['unicornCupcakes']),
  london('chocolate cupcakes', 'The chocolate ones.', ['gfCupcakes']),
  london('vanilla cupcakes', 'The vanilla ones.', ['vanillaCupcakes']),
  london('tray bake', 'The tray bake.', ['nutFreeTrayBake']),
  london('breakfast in bed', 'The hamper of that name.', ['breakfastHamper']),
  london('hamper', 'The only hamper.', ['breakfastHamper']),
  london('pretzels', 'The pretzel knots.', ['pretzels']),
  london('yule log', 'The yule log.', ['yuleLog']),
  manchester('steak pie', 'Steak & Ale Pie.', ['steakPie'], [], ['cheesePie', 'applePie']),
  manchester('pie', 'All pies; cottage pie is a meal that is called one.', pies, ['cottagePie'], ['mincePies']),
  manchester('cheese pie', 'Cheese & Onion Pie.', ['cheesePie']),
  manchester('apple pie', 'Apple & Blackberry Pie.', ['applePie']),
  manchester('cottage pie', 'The one of that name.', ['cottagePie']),
  manchester('sausage rolls', 'The sausage rolls.', ['sausageRolls']),
  manchester(
    'brownies',
    'The brownies of Manchester, and vegan ones from Bristol.',
    ['gfBrownies'],
    [],
    ['veganBrownies'],
  ),
  manchester('brownie', 'The singular means the same.', ['gfBrownies'], [], ['veganBrownies']),
  manchester(
    'cookies',
    'Cookies; shortbread is a biscuit in the same category.',
    ['cookieDozen', 'pecanCookies'],
    ['shortbread'],
  ),
  manchester('chocolate chip cookies', 'The jar has that flavour.', ['cookieDozen'], ['pecanCookies']),
  manchester('shortbread', 'The shortbread.', ['shortbread']),
  manchester(
    'biscuits',
    'Biscuits by name; cookies are biscuits too.',
    ['icedBiscuits', 'ghostBiscuits'],
    ['shortbread', 'cookieDozen', 'pecanCookies'],
    ['gingerbread'],
  ),
  manchester('gingerbread house', 'The kit.', ['gingerbread']),
  manchester('salted caramel', 'Sea Salt Caramels.', ['caramels'], [], ['caramelCupcakes', 'crepes']),
  manchester('truffles', 'Both boxes of truffles.', ['valentineTruffles', 'adventTin']),
  manchester('hot chocolate', 'Drinking chocolate.', ['hotChocolate']),
  bristol('eton mess', 'The pudding of that name.', ['etonMess']),
  bristol('sticky toffee pudding', 'The pudding of that name.', ['stickyToffee']),
  bristol('cheesecake', 'The cheesecake.', ['cheesecake']),
  bristol('no-bake cheesecake', 'A name with “no” in it.', ['cheesecake']),
  bristol('nut roast', 'A dish with nuts, whoever avoids them would say so.', ['nutRoast']),
  bristol('granola', 'The granola.', ['granola']),
  bristol('kombucha', 'The kombucha.', ['kombucha']),
  bristol('salad', 'The salad.', ['grainSalad']),
  bristol('soup', 'The soup.', ['soup']),
  bristol('fudge', 'The fudge; brownies are fudgy.', ['fudge'], [], ['veganBrownies']),
  bristol('mince pies', 'The mince pies.', ['mincePies']),
  bristol('tart', 'The plum tart.', ['plumTart']),
  bristol('pumpkin', 'The loaf; granola has seeds.', ['pumpkinLoaf'], [], ['granola']),
  bristol('creme caramel', 'Without accents.', ['caramelCreams']),
  bristol('free range eggs', 'Nobody sells eggs; food made with them is not what is meant.', []),
]

/** Misspelt, or words of which some do not exist here. */
const misspelt: readonly JudgedQuery[] = [
  london('victora spong', 'A typo in each word.', ['victoria']),
  london('crossiant', 'A common typo.', ['croissants', 'almondCroissants'], [], ['breakfastHamper']),
  london('briyani', 'A common typo.', ['biryani']),
  london('sour dough', 'Two words for one.', ['sourdough']),
  london(
    'unicorn cake',
    'Cupcakes to a theme; any birthday cake is better than nothing.',
    ['unicornCupcakes'],
    ['birthdayCake'],
    londonCakes,
  ),
  london('best carrot cake ever', 'Praise is not a filter.', ['carrot']),
  manchester(
    'choclate',
    'A typo of chocolate.',
    ['pralineBar', 'hotChocolate', 'valentineTruffles'],
    ['caramels', 'adventTin', 'favours'],
    ['gfBrownies', 'cookieDozen'],
  ),
  bristol('cheescake', 'A common typo.', ['cheesecake']),
]

/** Whole categories. */
const categories: readonly JudgedQuery[] = [
  london(
    'cakes',
    'Cakes first; cupcakes and custom cakes are cakes too.',
    londonCakes,
    ['birthdayCake', 'simnel', 'yuleLog'],
    [...cupcakes, 'weddingCake', 'bananaBread'],
  ),
  london(
    'cake',
    'The singular means the same.',
    londonCakes,
    ['birthdayCake', 'simnel', 'weddingCake'],
    [...cupcakes, 'yuleLog'],
  ),
  london('bread', 'All bread.', breads),
  london('pastries', 'All pastries.', ['croissants', 'almondCroissants', 'icedBuns', 'cinnamonKnots', 'scones']),
  london('drinks', 'The lassi; drinks from further away.', ['lassi'], [], ['hotChocolate', 'kombucha']),
  london('meals', 'Dinners.', ['chana', 'curryNight', 'biryani']),
  london('snacks', 'Savoury bites.', ['samosas', 'pretzels'], [], ['sausageRolls', 'pralineBar', 'fudge']),
  london(
    'something sweet for breakfast',
    'What people have for breakfast.',
    ['breakfastHamper', 'croissants', 'almondCroissants'],
    ['icedBuns', 'crepes', 'cinnamonKnots'],
  ),
  manchester('pies', 'All pies.', pies, ['cottagePie'], ['mincePies']),
  bristol(
    'desserts',
    'All puddings.',
    ['stickyToffee', 'plumTart', 'caramelCreams', 'etonMess', 'cheesecake', 'veganBrownies'],
    [],
    ['gfBrownies'],
  ),
  bristol(
    'puddings',
    'A British word for desserts.',
    ['stickyToffee', 'caramelCreams', 'etonMess', 'cheesecake', 'plumTart', 'veganBrownies'],
    ['christmasPudding'],
    ['gfBrownies'],
  ),
  bristol('healthy food', 'Healthy Options.', ['grainSalad', 'energyBites', 'granola']),
  manchester(
    'chocolate',
    'Chocolates; then what is made with chocolate.',
    ['pralineBar', 'hotChocolate', 'valentineTruffles'],
    ['caramels', 'adventTin', 'favours'],
    ['gfBrownies', 'cookieDozen'],
  ),
]

/** What a shopper cannot eat. Traces count. */
const excluded: readonly JudgedQuery[] = [
  london(
    'gluten free cake',
    'No wheat at all: the cupcakes; brownies from further away.',
    ['gfCupcakes'],
    [],
    ['gfBrownies'],
  ),
  london('gluten free cupcakes', 'The gluten-free ones.', ['gfCupcakes']),
  london(
    'gluten free',
    'All food without gluten.',
    ['gfCupcakes', 'lassi'],
    [],
    ['gfBrownies', 'buckwheatLoaf', 'soup', 'etonMess', 'hotChocolate', 'kombucha', 'fudge'],
  ),
  bristol('gluten free bread', 'The buckwheat loaf.', ['buckwheatLoaf']),
  bristol(
    'coeliac',
    'All food without gluten.',
    ['buckwheatLoaf', 'soup', 'etonMess', 'kombucha', 'fudge'],
    [],
    ['gfCupcakes', 'gfBrownies', 'lassi', 'hotChocolate'],
  ),
  manchester('gluten free brownies', 'The gluten-free ones.', ['gfBrownies']),
  london(
    'nut free cake',
    'Cakes from a kitchen without nuts.',
    ['nutFreeBirthdayCake', 'nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london('no nuts', 'Everything without nuts.', [
    'nutFreeBirthdayCake',
    'nutFreeTrayBake',
    'gfCupcakes',
    'icedBuns',
    'cinnamonKnots',
    'crossBuns',
    'bananaBread',
    'sourdough',
    'focaccia',
    'pretzels',
    'rye',
  ]),
  london(
    'cake without nuts',
    'Never the carrot cake with walnuts.',
    ['nutFreeBirthdayCake', 'nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london(
    'cake withuot chopped nutts',
    'Means the same, misspelt.',
    ['nutFreeBirthdayCake', 'nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london(
    'cake with no crunchy nuts',
    'Not understood, but still without nuts.',
    ['nutFreeBirthdayCake', 'nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london(
    'nut allergy birthday cake',
    'The nut-free birthday cake.',
    ['nutFreeBirthdayCake'],
    ['nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london(
    'birthday cake no nuts',
    'The nut-free birthday cake.',
    ['nutFreeBirthdayCake'],
    ['nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
  london('nut free', 'Everything without nuts.', [
    'nutFreeBirthdayCake',
    'nutFreeTrayBake',
    'gfCupcakes',
    'icedBuns',
    'cinnamonKnots',
    'crossBuns',
    'bananaBread',
    'sourdough',
    'focaccia',
    'pretzels',
    'rye',
  ]),
  london('egg free cake', 'No cake here is free of eggs; the banana bread is the nearest.', ['bananaBread']),
  london('eggless', 'Everything without eggs.', [
    'bananaBread',
    'sourdough',
    'rye',
    'focaccia',
    'pretzels',
    'samosas',
    'chana',
    'curryNight',
    'lassi',
    'mithai',
    'biryani',
    'sheerKhurma',
  ]),
  london('dairy free bread', 'Bread without milk.', breads),
  london('dairy free', 'Everything without milk.', breads, [], ['veganBrownies', 'buckwheatLoaf']),
  bristol('dairy free brownies', 'The vegan brownies.', ['veganBrownies']),
  bristol('no milk eggs', 'Food without either.', [
    'veganBrownies',
    'buckwheatLoaf',
    'soup',
    'grainSalad',
    'granola',
    'energyBites',
    'kombucha',
    'nutRoast',
  ]),
  bristol('without milk or eggs', 'Food without either.', [
    'veganBrownies',
    'buckwheatLoaf',
    'soup',
    'grainSalad',
    'granola',
    'energyBites',
    'kombucha',
    'nutRoast',
  ]),
  bristol('lactose free pudding', 'A pudding without milk; mincemeat pudding has traces.', ['veganBrownies']),
  manchester('pie without celery', 'Neither contained nor traces: none of the pies.', []),
  manchester('pie no nuts', 'The pies have none.', pies, ['cottagePie']),
  manchester('cookies no peanuts', 'None of the cookies is free of traces.', []),
  london('curry without cashews', 'None is free of traces.', []),
]

/** Diets that sellers mention. */
const diets: readonly JudgedQuery[] = [
  london('vegan cupcakes', 'The vegan ones.', ['veganCupcakes']),
  london(
    'vegan',
    'What is vegan: bread too.',
    ['veganCupcakes', 'bananaBread'],
    ['sourdough', 'rye', 'focaccia'],
    ['veganBrownies'],
  ),
  bristol('vegan brownies', 'The vegan ones.', ['veganBrownies']),
  bristol('vegan bread', 'The buckwheat loaf.', ['buckwheatLoaf']),
  london('halal', 'What its seller calls halal.', ['biryani', 'sheerKhurma']),
  london('halal chicken', 'The biryani.', ['biryani']),
  london('vegetarian curry', 'Chickpeas.', ['chana']),
]

/** Days, prices, places and ways to receive food. */
const practical: readonly JudgedQuery[] = [
  london(
    'cake for saturday',
    'Cakes that can be ready.',
    londonCakes,
    ['birthdayCake', 'simnel'],
    [...cupcakes, 'yuleLog'],
  ),
  london('bread tomorrow', 'Bread that can be ready.', breads),
  london(
    'croissants next sunday',
    'Croissants, if the shop is open.',
    ['croissants', 'almondCroissants'],
    [],
    ['breakfastHamper'],
  ),
  london('samosas today', 'Samosas need no notice.', ['samosas']),
  london('cupcakes under £18', 'Cheaper than £18.', ['vanillaCupcakes', 'veganCupcakes', 'caramelCupcakes']),
  london('bread under £6', 'Only the sourdough is.', ['sourdough']),
  london('cake £20-£25', 'Cakes in that range.', ['victoria', 'nutFreeTrayBake']),
  london('cake under 15 pounds', 'The loaf cake.', ['lemonLoaf'], ['bananaBread']),
  manchester('gifts under £15', 'Small gifts.', ['caramels', 'shortbread', 'hotChocolate', 'pralineBar']),
  london('pies near Manchester', 'As from Manchester.', pies, ['cottagePie']),
  london(
    'chocolate near chorlton',
    'As from Manchester.',
    ['pralineBar', 'hotChocolate', 'valentineTruffles'],
    ['caramels', 'adventTin', 'favours'],
    ['gfBrownies', 'cookieDozen'],
  ),
  manchester('bread in SE1', 'As from London.', breads),
  london('brownies in bristol', 'As from Bristol.', ['veganBrownies'], [], ['gfBrownies']),
  london('sourdough near me', 'The loaf.', ['sourdough']),
  london('croissants delivered', 'They are delivered.', ['croissants', 'almondCroissants'], [], ['breakfastHamper']),
  london('bread to pick up', 'All bread can be picked up.', breads),
  bristol(
    'puddings to pick up on saturday',
    'The shop is open on Saturdays.',
    ['stickyToffee', 'caramelCreams', 'etonMess', 'cheesecake', 'plumTart'],
    ['christmasPudding'],
  ),
]

/** Occasions and gifts. */
const occasions: readonly JudgedQuery[] = [
  london(
    'birthday cake',
    'Cakes made for birthdays.',
    ['nutFreeBirthdayCake', 'birthdayCake', 'victoria'],
    ['nutFreeTrayBake', 'carrot', 'lemonLoaf'],
    cupcakes,
  ),
  london(
    'birthday',
    'Everything made for birthdays.',
    [
      'nutFreeBirthdayCake',
      'birthdayCake',
      'victoria',
      'vanillaCupcakes',
      'unicornCupcakes',
      'nutFreeTrayBake',
      'breakfastHamper',
    ],
    ['icedBuns', 'carrot', 'lemonLoaf'],
  ),
  london(
    'birthday cupcakes',
    'Cupcakes for birthdays first.',
    ['vanillaCupcakes', 'unicornCupcakes'],
    ['caramelCupcakes', 'veganCupcakes', 'gfCupcakes'],
  ),
  london(
    'birthday cake for saturday under £30',
    'Cakes that can be ready.',
    ['nutFreeBirthdayCake', 'birthdayCake', 'victoria'],
    ['nutFreeTrayBake', 'carrot', 'lemonLoaf'],
    cupcakes,
  ),
  london('wedding cake', 'The wedding cake.', ['weddingCake'], ['victoria', 'carrot'], londonCakes),
  manchester('wedding favours', 'The favours.', ['favours'], ['icedBiscuits']),
  london(
    'kids party food',
    'Food for a children’s party.',
    ['nutFreeTrayBake', 'unicornCupcakes', 'vanillaCupcakes', 'nutFreeBirthdayCake'],
    ['victoria', 'caramelCupcakes', 'veganCupcakes', 'icedBuns', 'pretzels', 'samosas'],
    ['curryNight'],
  ),
  bristol(
    'christmas',
    'Everything for Christmas.',
    ['christmasPudding', 'mincePies', 'nutRoast'],
    [],
    ['gingerbread', 'adventTin', 'yuleLog', 'shortbread'],
  ),
  bristol('christmas pudding', 'The pudding.', ['christmasPudding']),
  london('christmas cake', 'The yule log is the cake for Christmas here.', ['yuleLog']),
  manchester(
    'christmas gifts',
    'Christmas food that makes a gift.',
    ['adventTin', 'shortbread'],
    ['gingerbread'],
    ['mincePies', 'christmasPudding', 'yuleLog'],
  ),
  london('easter', 'Everything for Easter.', ['simnel', 'crossBuns']),
  london('diwali sweets', 'The box of sweets.', ['mithai']),
  london('diwali', 'The box of sweets.', ['mithai']),
  london('eid', 'The dish for Eid.', ['sheerKhurma']),
  manchester('valentine’s day', 'What is made for the day.', ['valentineTruffles', 'caramels']),
  london('valentines gift', 'What is made for the day.', ['breakfastHamper'], [], ['valentineTruffles', 'caramels']),
  london('mother’s day', 'What is made for the day.', ['teaBox', 'breakfastHamper'], [], ['caramels']),
  london('mothers day gift', 'What is made for the day.', ['teaBox', 'breakfastHamper'], [], ['caramels']),
  london(
    'gift',
    'What makes a gift.',
    ['breakfastHamper', 'teaBox', 'mithai'],
    [],
    ['caramels', 'adventTin', 'hotChocolate', 'shortbread', 'valentineTruffles'],
  ),
  manchester(
    'gifts for mum',
    'What makes a gift.',
    ['caramels', 'valentineTruffles', 'adventTin', 'shortbread'],
    ['hotChocolate', 'pralineBar', 'favours', 'icedBiscuits', 'cookieDozen'],
  ),
  manchester('father’s day', 'What is made for the day.', ['steakPie', 'caramels']),
  manchester('halloween', 'What is made for the day.', ['ghostBiscuits'], [], ['pumpkinLoaf']),
  london('afternoon tea', 'The tea box; scones belong to tea.', ['teaBox'], ['scones']),
  london(
    'nut free birthday cake for saturday under £30',
    'All of it at once.',
    ['nutFreeBirthdayCake'],
    ['nutFreeTrayBake'],
    ['gfCupcakes'],
  ),
]

/** By the shop. */
const shops: readonly JudgedQuery[] = [
  london('Honey & Crumb', 'What the shop sells.', [
    'victoria',
    'lemonLoaf',
    'carrot',
    'birthdayCake',
    'simnel',
    'yuleLog',
    'weddingCake',
  ]),
  london('petit matin', 'What the shop sells.', [
    'croissants',
    'almondCroissants',
    'crepes',
    'breakfastHamper',
    'teaBox',
    'scones',
  ]),
  manchester('pie in the rain', 'What the shop sells.', [
    'steakPie',
    'cheesePie',
    'applePie',
    'cottagePie',
    'sausageRolls',
  ]),
  manchester('biscuit tin', 'What the shop sells.', [
    'cookieDozen',
    'pecanCookies',
    'gingerbread',
    'icedBiscuits',
    'shortbread',
    'ghostBiscuits',
  ]),
  bristol('harbourside greens', 'What the shop sells.', [
    'grainSalad',
    'soup',
    'energyBites',
    'granola',
    'kombucha',
    'veganBrownies',
    'nutRoast',
    'buckwheatLoaf',
  ]),
]

export const judgedQueries: readonly JudgedQuery[] = [
  ...named,
  ...misspelt,
  ...categories,
  ...excluded,
  ...diets,
  ...practical,
  ...occasions,
  ...shops,
]

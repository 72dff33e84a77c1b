/** The ten shops of the sample: five in London, three in Manchester, two in Bristol. */
import type { shopCategories } from '../../domain/catalogue/categories.ts'
import type { EmojiName } from './emoji.ts'
import type { PaletteName } from './palettes.ts'
import type { SellerKey } from './people.ts'

/** Day of the week (0 Sunday), start, end, most orders. */
export type Window = readonly [day: 0 | 1 | 2 | 3 | 4 | 5 | 6, from: string, until: string, maxOrders?: number]

export interface SampleShop {
  readonly seller: SellerKey
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly category: (typeof shopCategories)[number]
  readonly town: string
  readonly lat: number
  readonly lon: number
  readonly deliveryRadiusMiles: number
  readonly hygieneRating: string
  readonly foodRegistration: string
  readonly windows: readonly Window[]
  readonly pickupPlace: { line1: string; city: string; postalCode: string; instructions: string }
  /** Days from the day of loading. */
  readonly closure?: { fromDay: number; toDay: number; note: string }
  readonly palette: PaletteName
  readonly logo: EmojiName
  readonly banner: readonly EmojiName[]
}

export const shops = {
  honey: {
    seller: 'maya',
    name: 'Honey & Crumb',
    slug: 'honey-crumb',
    description:
      'Birthday sponges, loaf cakes and tall, generous celebration cakes from a sunny kitchen in Peckham. I bake with free-range eggs, proper butter and fruit from the Rye Lane stalls, and nothing leaves the house until it has cooled, settled and passed the wobble test.',
    category: 'Cakes',
    town: 'Peckham, London',
    lat: 51.47,
    lon: -0.07,
    deliveryRadiusMiles: 8,
    hygieneRating: '5',
    foodRegistration: 'SWK/FB/118204',
    windows: [
      [3, '16:00', '19:00', 8],
      [5, '15:00', '19:00', 10],
      [6, '09:00', '13:00', 14],
    ],
    pickupPlace: {
      line1: '14 Elm Grove Mews',
      city: 'London',
      postalCode: 'SE15 5DE',
      instructions: 'Blue door at the end of the mews. Ring once: the oven timer and I will both come running.',
    },
    palette: 'rose',
    logo: 'cakeSlice',
    banner: ['cakeSlice', 'strawberry', 'cake', 'lemon', 'carrot', 'blossom'],
  },
  loaf: {
    seller: 'tunde',
    name: 'The Bermondsey Loaf',
    slug: 'the-bermondsey-loaf',
    description:
      'Slow bread from two stone decks and one very old sourdough starter called Gladys. Every loaf rests for eighteen hours, bakes before dawn and is still singing when you pick it up. British flours only, mostly from mills I have visited on a bicycle.',
    category: 'Bread',
    town: 'Bermondsey, London',
    lat: 51.5,
    lon: -0.07,
    deliveryRadiusMiles: 5,
    hygieneRating: '5',
    foodRegistration: 'SWK/FB/097716',
    windows: [
      [2, '07:30', '11:00', 20],
      [4, '07:30', '11:00', 20],
      [6, '08:00', '12:30', 30],
    ],
    pickupPlace: {
      line1: 'Arch 41, Druid Yard',
      city: 'London',
      postalCode: 'SE1 2HQ',
      instructions: 'Follow the smell to the green shutter. Bring a bag if you can.',
    },
    palette: 'oat',
    logo: 'bread',
    banner: ['bread', 'wheat', 'baguette', 'pretzel', 'butter'],
  },
  matin: {
    seller: 'camille',
    name: 'Petit Matin',
    slug: 'petit-matin',
    description:
      'Viennoiserie the way my grandmother in Nantes taught it: three days, twenty-seven layers, a great deal of Normandy butter and no hurry at all. Baked in Islington at five in the morning, so that breakfast is still warm when it reaches you.',
    category: 'Pastries',
    town: 'Islington, London',
    lat: 51.54,
    lon: -0.1,
    deliveryRadiusMiles: 6,
    hygieneRating: '5',
    foodRegistration: 'ISL/FB/204431',
    windows: [
      [5, '07:00', '10:00', 12],
      [6, '07:30', '11:00', 18],
      [0, '08:00', '11:30', 18],
    ],
    pickupPlace: {
      line1: '7b Compton Terrace Lane',
      city: 'London',
      postalCode: 'N1 2UN',
      instructions: 'The little hatch beside the garden gate. Knock twice, s’il vous plaît.',
    },
    closure: { fromDay: 20, toDay: 33, note: 'En vacances: gone home to Nantes for Christmas. Back with new butter.' },
    palette: 'butter',
    logo: 'croissant',
    banner: ['croissant', 'coffee', 'butter', 'pancakes', 'honey', 'orange'],
  },
  social: {
    seller: 'priya',
    name: 'Buttercream Social',
    slug: 'buttercream-social',
    description:
      'Cupcakes for offices, playgrounds and people who say they only want a small one. Swiss meringue buttercream, real vanilla, colours from plants. I deliver around Hackney by cargo bike, upright and unsmudged.',
    category: 'Cupcakes',
    town: 'Hackney, London',
    lat: 51.55,
    lon: -0.06,
    deliveryRadiusMiles: 7,
    hygieneRating: '4',
    foodRegistration: 'HCK/FB/155093',
    windows: [
      [4, '12:00', '18:00', 10],
      [5, '12:00', '18:00', 10],
      [6, '10:00', '14:00', 12],
    ],
    pickupPlace: {
      line1: 'Flat 2, 88 Navarino Row',
      city: 'London',
      postalCode: 'E8 1AG',
      instructions: 'Buzzer 2. There is a step; I will carry the box down for you.',
    },
    palette: 'lilac',
    logo: 'cupcake',
    banner: ['cupcake', 'star', 'cupcake', 'lollipop', 'balloon', 'strawberry'],
  },
  tiffin: {
    seller: 'sunita',
    name: 'Sunita’s Tiffin',
    slug: 'sunitas-tiffin',
    description:
      'Home cooking from Hyderabad by way of Tooting. Dals that simmer all afternoon, samosas folded by three generations, and sweets for every festival. Tell me how hot you like it and I will believe you.',
    category: 'Other',
    town: 'Tooting, London',
    lat: 51.43,
    lon: -0.17,
    deliveryRadiusMiles: 9,
    hygieneRating: '5',
    foodRegistration: 'WAN/FB/310558',
    windows: [
      [1, '17:00', '20:00', 10],
      [3, '17:00', '20:00', 10],
      [5, '16:30', '20:30', 16],
    ],
    pickupPlace: {
      line1: '52 Selkirk Parade',
      city: 'London',
      postalCode: 'SW17 0ER',
      instructions: 'Side gate, under the jasmine. Orders wait in a warm box with your name on it.',
    },
    palette: 'turmeric',
    logo: 'curry',
    banner: ['curry', 'chilli', 'dumpling', 'mango', 'garlic', 'pot'],
  },
  rain: {
    seller: 'joe',
    name: 'Pie in the Rain',
    slug: 'pie-in-the-rain',
    description:
      'Proper pies for proper Manchester weather. Hot-water crust or all-butter puff, fillings cooked low and slow, pastry leaves on every lid because my nan would ask. Pick up in Chorlton, hot from six or chilled to bake at home.',
    category: 'Other',
    town: 'Chorlton, Manchester',
    lat: 53.44,
    lon: -2.28,
    deliveryRadiusMiles: 10,
    hygieneRating: '5',
    foodRegistration: 'MCC/FB/442017',
    windows: [
      [4, '16:00', '19:30', 15],
      [5, '16:00', '19:30', 20],
      [6, '11:00', '15:00', 20],
    ],
    pickupPlace: {
      line1: '31 Beech Ginnel',
      city: 'Manchester',
      postalCode: 'M21 9EG',
      instructions: 'Round the back, red half-door. Mind the puddle, it is older than the house.',
    },
    palette: 'slate',
    logo: 'pie',
    banner: ['pie', 'onion', 'cheese', 'steak', 'herb', 'potato'],
  },
  cocoa: {
    seller: 'hannah',
    name: 'Cocoa & Clay',
    slug: 'cocoa-clay',
    description:
      'Small-batch chocolate made on a marble slab in Didsbury. Single-estate beans from Ghana and Belize, ganache without shortcuts, boxes that turn back into compost. Everything is tempered by hand, because the machine and I did not get along.',
    category: 'Chocolates',
    town: 'Didsbury, Manchester',
    lat: 53.42,
    lon: -2.23,
    deliveryRadiusMiles: 15,
    hygieneRating: '5',
    foodRegistration: 'MCC/FB/429960',
    windows: [
      [2, '10:00', '13:00'],
      [6, '10:00', '14:00', 20],
    ],
    pickupPlace: {
      line1: 'The Old Dairy, 9 Warburton Street',
      city: 'Manchester',
      postalCode: 'M20 6WA',
      instructions: 'Cool room on the left. Please come in quickly and shut the door: chocolate dislikes a draught.',
    },
    palette: 'cocoa',
    logo: 'chocolate',
    banner: ['chocolate', 'chestnut', 'heartBox', 'coffee', 'cherries'],
  },
  tin: {
    seller: 'grace',
    name: 'The Biscuit Tin',
    slug: 'the-biscuit-tin',
    description:
      'Cookies with crisp edges and soft middles, and hand-iced biscuits for days worth remembering. Baked in Levenshulme while the radio is on. I read every order note, and yes, I can do your dog’s face.',
    category: 'Cookies',
    town: 'Levenshulme, Manchester',
    lat: 53.44,
    lon: -2.19,
    deliveryRadiusMiles: 12,
    hygieneRating: '4',
    foodRegistration: 'MCC/FB/451832',
    windows: [
      [3, '15:30', '18:30', 10],
      [6, '09:30', '12:30', 16],
    ],
    pickupPlace: {
      line1: '118 Matthews Terrace',
      city: 'Manchester',
      postalCode: 'M19 3PX',
      instructions: 'Yellow porch. If nobody answers, shout “biscuits” through the letter box.',
    },
    palette: 'mint',
    logo: 'cookie',
    banner: ['cookie', 'house', 'doughnut', 'star', 'milk', 'wheat'],
  },
  greens: {
    seller: 'ellie',
    name: 'Harbourside Greens',
    slug: 'harbourside-greens',
    description:
      'Bright, filling food from a plant-only kitchen in Bedminster. Vegetables from growers within twenty miles, grains with a bit of bite, dressings you will want to drink. Good on the day and, honestly, better the day after.',
    category: 'Other',
    town: 'Bedminster, Bristol',
    lat: 51.44,
    lon: -2.6,
    deliveryRadiusMiles: 6,
    hygieneRating: '5',
    foodRegistration: 'BCC/FB/270615',
    windows: [
      [1, '11:30', '14:00', 15],
      [3, '11:30', '14:00', 15],
      [5, '11:30', '14:30', 20],
    ],
    pickupPlace: {
      line1: 'Unit 3, Paintworks Court',
      city: 'Bristol',
      postalCode: 'BS3 4EA',
      instructions: 'Ground floor, follow the herbs in the window boxes. Returned jars earn a biscuit.',
    },
    palette: 'leaf',
    logo: 'salad',
    banner: ['salad', 'avocado', 'tomato', 'carrot', 'lemon', 'broccoli'],
  },
  plum: {
    seller: 'oliver',
    name: 'Sugarloaf & Plum',
    slug: 'sugarloaf-plum',
    description:
      'Puddings, tarts and old-fashioned sweets from a narrow kitchen above Clifton village. Sticky toffee by the tray, fudge cut by eye, and whatever the orchard at Long Ashton sends me this week. Custard is never optional.',
    category: 'Candies',
    town: 'Clifton, Bristol',
    lat: 51.46,
    lon: -2.62,
    deliveryRadiusMiles: 8,
    hygieneRating: '5',
    foodRegistration: 'BCC/FB/268841',
    windows: [
      [4, '14:00', '18:00', 12],
      [6, '10:00', '15:00', 18],
    ],
    pickupPlace: {
      line1: '5 Boyce’s Steps',
      city: 'Bristol',
      postalCode: 'BS8 4AG',
      instructions: 'Up the steps, first landing. I lower boxes in a basket for anyone with a pram.',
    },
    palette: 'plum',
    logo: 'custard',
    banner: ['custard', 'grapes', 'pie', 'candy', 'pear', 'cherries'],
  },
} as const satisfies Record<string, SampleShop>
export type ShopKey = keyof typeof shops

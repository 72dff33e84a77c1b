/** Pies, chocolate and biscuits from Manchester. */
import { declare, type SampleProduct } from './sample-product.ts'

export const manchesterProducts = {
  steakPie: {
    shop: 'rain',
    name: 'Steak & Ale Pie',
    description:
      'Shin of beef, a bottle of Stockport porter and four hours of nobody touching it. All-butter puff on top, shortcrust below, gravy that asks for mash. Serves two, or one after football.',
    category: 'Pies',
    price: 12.5,
    stock: 22,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Beef (38%), wheat flour, butter (milk), porter (barley, wheat), onions, carrots, celery, free-range eggs, beef stock, Worcester sauce (fish, barley), thyme, mustard, salt, pepper.',
    allergens: declare(['wheat', 'barley', 'milk', 'celery', 'eggs', 'fish', 'mustard'], ['soya']),
    variations: [
      ['Hot, ready to eat', 0],
      ['Chilled, bake at home', 0],
    ],
    picture: {
      scene: 'above',
      cover: 'planks',
      dish: 'board',
      hero: 'pie',
      with: ['onion', 'herb', 'steak', 'carrot'],
    },
    gallery: [
      { scene: 'still', wall: 'window', on: 'board', hero: 'pie', with: ['potato', 'carrot', 'onion', 'herb'] },
    ],
  },
  cheesePie: {
    shop: 'rain',
    name: 'Lancashire Cheese & Onion Pie',
    description:
      'Crumbly and creamy Lancashire in equal parts, onions cooked down until they give up, white pepper, no messing. Rowdy with pickled beetroot.',
    category: 'Pies',
    price: 9.5,
    stock: 20,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Lancashire cheese (milk, 29%), onions (26%), wheat flour, butter (milk), potatoes, free-range eggs, mustard, white pepper, salt.',
    allergens: declare(['wheat', 'milk', 'eggs', 'mustard'], ['celery', 'barley']),
    picture: { scene: 'still', wall: 'stripes', on: 'board', hero: ['pie', 'cheese'], with: ['onion', 'herb'] },
  },
  applePie: {
    shop: 'rain',
    name: 'Apple & Blackberry Pie',
    description:
      'Bramleys from a Cheshire orchard, blackberries from a lane I am not at liberty to name. Sugar-crusted lid, cloves kept to one. Serves six with custard, four with conviction.',
    category: 'Pies',
    price: 14,
    stock: 12,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Bramley apples (41%), wheat flour, butter (milk), blackberries (12%), sugar, free-range eggs, cornflour, clove, salt.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['celery', 'mustard']),
    picture: {
      scene: 'still',
      wall: 'hills',
      on: 'cloth',
      hero: 'pie',
      with: ['apple', 'grapes', 'greenApple', 'leaves'],
    },
  },
  cottagePie: {
    shop: 'rain',
    name: 'Sunday Supper Cottage Pie',
    description:
      'Slow-cooked beef mince with a spoon of Marmite, forked mash, a crust of Cheddar. In its own tray, forty minutes from fridge to table. Feeds four who have been for a walk.',
    category: 'Meals',
    price: 18.5,
    stock: 10,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Beef mince (32%), potatoes (35%), carrots, onions, celery, Cheddar (milk), butter (milk), milk, yeast extract (barley, wheat), tomato purée, thyme, salt.',
    allergens: declare(['milk', 'celery', 'barley', 'wheat'], ['mustard', 'eggs']),
    picture: { scene: 'still', wall: 'arch', on: 'board', hero: 'pot', with: ['potato', 'carrot', 'onion', 'herb'] },
  },
  caramels: {
    shop: 'cocoa',
    name: 'Sea Salt Caramels, Box of Twelve',
    description:
      'Soft caramel, cooked dark, cloaked in 70% chocolate from one farm in Belize and finished with Anglesey salt. They ooze a little. That is the point.',
    category: 'Specialty Items',
    price: 15,
    stock: 24,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Dark chocolate (cocoa mass, sugar, cocoa butter), sugar, double cream (milk), butter (milk), glucose syrup, sea salt (1%).',
    allergens: declare(['milk'], ['hazelnut', 'almond', 'soya', 'wheat']),
    picture: {
      scene: 'box',
      cover: 'plain',
      hero: ['chestnut', 'candy', 'chestnut', 'chestnut'],
      columns: 4,
      rows: 3,
      with: ['salt'],
    },
  },
  pralineBar: {
    shop: 'cocoa',
    name: 'Hazelnut Praline Bar',
    description:
      'Piedmont hazelnuts, roasted, caramelised and ground to the edge of smooth, in milk chocolate that is not shy about cocoa. Snap it over a podcast.',
    category: 'Snacks',
    price: 6.5,
    stock: 40,
    isPickedUp: true,
    leadTimeDays: 0,
    ingredients: 'Milk chocolate (sugar, cocoa butter, milk powder, cocoa mass), hazelnuts (28%), sugar, sea salt.',
    allergens: declare(['milk', 'hazelnut'], ['almond', 'soya', 'wheat']),
    picture: { scene: 'scatter', cover: 'plain', hero: 'chocolate', with: ['chestnut', 'star'] },
  },
  hotChocolate: {
    shop: 'cocoa',
    name: 'Drinking Chocolate Flakes, 250 g',
    description:
      'Not powder: shavings of Ghanaian 72% that melt into hot milk and stay there. A tin makes nine mugs, or one truly serious evening.',
    category: 'Drinks',
    price: 11.5,
    stock: 30,
    isPickedUp: true,
    leadTimeDays: 0,
    ingredients: 'Dark chocolate (cocoa mass, sugar, cocoa butter). Cocoa solids 72% minimum.',
    allergens: declare([], ['milk', 'hazelnut', 'almond', 'soya']),
    picture: { scene: 'still', wall: 'dots', on: 'plinth', hero: ['coffee', 'chocolate'], with: ['star', 'chestnut'] },
  },
  adventTin: {
    shop: 'cocoa',
    name: 'Advent Truffle Tin',
    description:
      'Twenty-four truffles, twenty-four flavours, one reusable tin and a folded map so you can cheat. Spiced clementine, gingerbread, brandied cherry, and a mystery for the eve.',
    category: 'Holiday',
    price: 28,
    stock: 18,
    isPickedUp: true,
    leadTimeDays: 3,
    ingredients:
      'Dark chocolate, milk chocolate (milk), double cream (milk), butter (milk), sugar, hazelnuts, almonds, clementine, cherries, brandy, wheat flour, spices, sea salt.',
    allergens: declare(['milk', 'hazelnut', 'almond', 'wheat'], ['soya', 'pistachio', 'sulphites']),
    picture: {
      scene: 'still',
      wall: 'sun',
      on: 'cloth',
      hero: ['tree', 'gift'],
      with: ['chocolate', 'candle', 'cherries', 'orange'],
    },
  },
  favours: {
    shop: 'cocoa',
    name: 'Wedding Favours & Corporate Boxes',
    description:
      'Two chocolates or forty, your initials or your logo, ribbon to match the flowers. We taste together first: come to Didsbury, or I post a flight of eight. Priced by the piece once we know what you would love.',
    category: 'Custom Orders',
    price: { range: null, consultation: true },
    stock: 3,
    isPickedUp: true,
    leadTimeDays: 14,
    ingredients:
      'Dark chocolate, milk chocolate (milk), double cream (milk), butter (milk), sugar; fillings as agreed.',
    allergens: declare(['milk'], ['hazelnut', 'almond', 'pistachio', 'soya', 'wheat', 'sulphites']),
    picture: {
      scene: 'still',
      wall: 'arch',
      on: 'plinth',
      hero: 'heartBox',
      with: ['ring', 'bouquet', 'rose', 'chocolate'],
    },
  },
  cookieDozen: {
    shop: 'tin',
    name: 'Cookie Jar Dozen',
    description:
      'Twelve cookies, baked the morning you get them. Brown butter in the dough, an overnight rest in the fridge, crisp rim, soft heart. Pick your flavour and be prepared to share it.',
    category: 'Cookies',
    price: 18,
    stock: 26,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, brown butter (milk), dark brown sugar, free-range eggs, chocolate (milk, soya lecithin), rolled oats, vanilla, sea salt, raising agents.',
    allergens: declare(['wheat', 'oats', 'milk', 'eggs', 'soya'], ['nuts', 'pecan', 'peanuts']),
    picture: { scene: 'shelves', hero: ['cookie', 'cookie', 'cookie', 'jar', 'cookie'] },
    gallery: [
      { scene: 'above', cover: 'gingham', dish: 'tray', hero: 'cookie', count: 5, with: ['milk', 'chocolate'] },
    ],
  },
  pecanCookies: {
    shop: 'tin',
    name: 'Brown Butter Pecan Cookies, Six',
    description:
      'Toasted pecans, browned butter, a whisper of smoked salt. The grown-up at the back of the jar. Warm for four minutes and apologise to no one.',
    category: 'Cookies',
    price: 10.5,
    stock: 18,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, brown butter (milk), dark brown sugar, pecans (17%), free-range eggs, vanilla, smoked sea salt, raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs', 'pecan'], ['peanuts', 'oats', 'soya']),
    variations: [
      ['Six, baked', 0],
      ['Six, frozen dough', -1],
    ],
    picture: {
      scene: 'above',
      cover: 'linen',
      dish: 'plate',
      hero: 'cookie',
      count: 3,
      with: ['butter', 'milk', 'chestnut'],
    },
  },
  gingerbread: {
    shop: 'tin',
    name: 'Gingerbread House Kit',
    description:
      'Six walls that fit, royal icing in a ready-snipped bag, and a box of sweets for the roof. Takes an afternoon, holds until the hungriest child notices. Instructions written by that child.',
    category: 'Seasonal',
    price: 21,
    stock: 14,
    isPickedUp: true,
    leadTimeDays: 2,
    ingredients:
      'Wheat flour, dark brown sugar, butter (milk), golden syrup, ginger (2%), free-range eggs, dried egg white, icing sugar, cinnamon, sweets (gelatine-free), raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['nuts', 'soya', 'oats']),
    picture: {
      scene: 'still',
      wall: 'hills',
      on: 'board',
      hero: 'house',
      with: ['tree', 'candy', 'snowflake', 'lollipop'],
    },
  },
  icedBiscuits: {
    shop: 'tin',
    name: 'Hand-Iced Biscuits for Your Day',
    description:
      'A dozen vanilla biscuits with whatever matters drawn on them: the bump, the bride, the new office, the old dog. I send a sketch before I switch on the oven.',
    category: 'Custom Orders',
    price: { range: [18, 35], consultation: false },
    stock: 8,
    isPickedUp: true,
    leadTimeDays: 6,
    ingredients:
      'Wheat flour, butter (milk), icing sugar, free-range eggs, dried egg white, vanilla, colours from beetroot, spirulina and turmeric.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['nuts', 'oats', 'soya']),
    picture: {
      scene: 'box',
      cover: 'tiles',
      hero: ['hearts', 'star', 'doughnut', 'daisy', 'hearts', 'doughnut'],
      columns: 3,
      rows: 2,
      with: ['bow'],
    },
  },
} as const satisfies Record<string, SampleProduct>

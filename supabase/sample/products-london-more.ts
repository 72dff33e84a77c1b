/** Cupcakes and Hyderabadi home cooking from London. */
import { declare, type SampleProduct } from './sample-product.ts'

export const moreLondonProducts = {
  vanillaCupcakes: {
    shop: 'social',
    name: 'Vanilla Bean Cupcakes, Box of Six',
    description:
      'Tahitian vanilla in the sponge, more of it in the buttercream, a confetti of sprinkles that are coloured by carrots and blackcurrants. Plain in the way a white shirt is plain.',
    category: 'Cupcakes',
    price: 16.5,
    stock: 20,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, unsalted butter (milk), caster sugar, free-range eggs, egg white, milk, vanilla bean, sprinkles (sugar, carrot, blackcurrant, spirulina), raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['soya', 'nuts', 'pistachio']),
    variations: [
      ['Box of six', 0],
      ['Box of twelve', 15],
    ],
    picture: { scene: 'box', cover: 'confetti', hero: ['cupcake'], columns: 2, rows: 3 },
    gallery: [{ scene: 'still', wall: 'dots', on: 'stand', hero: ['cupcake', 'cupcake', 'cupcake'], with: ['star'] }],
  },
  caramelCupcakes: {
    shop: 'social',
    name: 'Salted Caramel Cupcakes, Box of Six',
    description:
      'Brown sugar sponge with a well of caramel in the middle, so the last bite is as good as the first. Maldon salt on top, flicked from a height.',
    category: 'Cupcakes',
    price: 18,
    stock: 14,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, unsalted butter (milk), dark brown sugar, free-range eggs, double cream (milk), glucose syrup, sea salt, raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['soya', 'nuts', 'pistachio']),
    picture: { scene: 'shelves', hero: ['cupcake', 'cupcake', 'cupcake', 'honey', 'cupcake'] },
  },
  veganCupcakes: {
    shop: 'social',
    name: 'Raspberry Rose Vegan Cupcakes, Box of Six',
    description:
      'No eggs, no dairy, nobody can tell. An oat-milk sponge with a raspberry heart and rose buttercream that smells like June.',
    category: 'Cupcakes',
    price: 17.5,
    stock: 12,
    isPickedUp: true,
    leadTimeDays: 2,
    ingredients:
      'Wheat flour, oat drink (oats), caster sugar, plant-based spread (soya), raspberries (9%), icing sugar, rose water, raising agents.',
    allergens: declare(['wheat', 'oats', 'soya'], ['milk', 'eggs', 'pistachio']),
    picture: {
      scene: 'still',
      wall: 'arch',
      on: 'plinth',
      hero: 'cupcake',
      with: ['rose', 'strawberry', 'blossom', 'leaves'],
    },
  },
  unicornCupcakes: {
    shop: 'social',
    name: 'Party Cupcakes to Your Theme',
    description:
      'Twelve cupcakes that match the bunting. Unicorns, rockets, the whole of Year Two as woodland animals. Send a picture of the invitation and I will take the colours from it.',
    category: 'Custom Orders',
    price: { range: [24, 34], consultation: true },
    stock: 6,
    isPickedUp: true,
    leadTimeDays: 5,
    ingredients:
      'Wheat flour, unsalted butter (milk), caster sugar, free-range eggs, milk, icing sugar, vanilla, colours from beetroot, spirulina and turmeric, raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs'], ['soya', 'nuts']),
    picture: {
      scene: 'still',
      wall: 'scallops',
      on: 'plinth',
      hero: ['cupcake', 'unicorn'],
      with: ['star', 'lollipop', 'balloon'],
    },
  },
  nutFreeBirthdayCake: {
    shop: 'social',
    name: 'Nut-Free Birthday Cake',
    description:
      'A proper birthday cake for a table where somebody has to ask. Vanilla sponge, strawberry jam and a cloud of buttercream, baked on days when no nut comes into the kitchen, in tins that have never met one. Candles in the box.',
    category: 'Cakes',
    price: 29.5,
    stock: 10,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, unsalted butter (milk), caster sugar, free-range eggs, icing sugar, strawberries (8%), milk, vanilla extract, raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs']),
    variations: [
      ['Vanilla', 0],
      ['Lemon', 0],
    ],
    picture: { scene: 'still', wall: 'dots', on: 'stand', hero: 'cake', with: ['balloon', 'star', 'strawberry'] },
  },
  nutFreeTrayBake: {
    shop: 'social',
    name: 'Nut-Free Party Tray Bake',
    description:
      'Twenty squares of chocolate sponge under chocolate buttercream, cut and ready for the classroom door. Nut-free from flour to sprinkles, and the label on the lid says so in large letters.',
    category: 'Cakes',
    price: 22,
    stock: 12,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Wheat flour, caster sugar, unsalted butter (milk), free-range eggs, cocoa powder (6%), icing sugar, milk, sprinkles (sugar, carrot, spirulina), raising agents.',
    allergens: declare(['wheat', 'milk', 'eggs']),
    picture: {
      scene: 'above',
      cover: 'confetti',
      dish: 'tray',
      hero: 'cakeSlice',
      count: 5,
      with: ['star', 'balloon'],
    },
  },
  samosas: {
    shop: 'tiffin',
    name: 'Vegetable Samosas, Eight',
    description:
      'Potato, peas and roasted cumin in pastry that blisters and stays crisp. Folded at the kitchen table by me, my mother and, on Sundays, my daughter. Tamarind chutney in the lid.',
    category: 'Snacks',
    price: 9,
    stock: 30,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 0,
    ingredients:
      'Potatoes, wheat flour, peas, onions, sunflower oil, ginger, green chilli, coriander, cumin, mustard seeds, tamarind, jaggery, salt.',
    allergens: declare(['wheat', 'mustard'], ['milk', 'cashew', 'sesame', 'celery']),
    variations: [
      ['Gentle', 0],
      ['Medium', 0],
      ['Hyderabad hot', 0],
    ],
    picture: {
      scene: 'above',
      cover: 'gingham',
      dish: 'tray',
      hero: 'dumpling',
      count: 5,
      with: ['chilli', 'peaPod', 'herb'],
    },
    gallery: [
      {
        scene: 'still',
        wall: 'arch',
        on: 'plate',
        hero: ['dumpling', 'dumpling', 'dumpling'],
        with: ['chilli', 'ginger', 'potato'],
      },
    ],
  },
  chana: {
    shop: 'tiffin',
    name: 'Chana Masala & Jeera Rice for Two',
    description:
      'Chickpeas that have sat in their gravy since lunchtime, sharp with dried mango, warm with black cardamom. Cumin rice, kachumber and two soft rotis. Supper, handled.',
    category: 'Meals',
    price: 13.5,
    stock: 18,
    isPickedUp: true,
    leadTimeDays: 0,
    ingredients:
      'Chickpeas (31%), basmati rice, tomatoes, onions, wholemeal wheat flour, ginger, garlic, rapeseed oil, green chilli, dried mango, cumin, coriander, black cardamom, mustard seeds, salt.',
    allergens: declare(['wheat', 'mustard'], ['milk', 'cashew', 'celery', 'sesame']),
    picture: { scene: 'still', wall: 'arch', on: 'plate', hero: 'curry', with: ['chilli', 'garlic', 'herb', 'tomato'] },
  },
  curryNight: {
    shop: 'tiffin',
    name: 'Family Curry Night Box',
    description:
      'Butter chicken, tadka dal, aloo gobi, pilau, six rotis and a tub of raita: a table of dishes for four, with a card that says what to warm and for how long. Sofa optional.',
    category: 'Meals',
    price: 35,
    stock: 8,
    isBestseller: true,
    isPickedUp: true,
    leadTimeDays: 1,
    ingredients:
      'Chicken (22%), red lentils, basmati rice, cauliflower, potatoes, tomatoes, yoghurt (milk), butter (milk), cream (milk), cashew nuts, wholemeal wheat flour, onions, ginger, garlic, spices (mustard), salt.',
    allergens: declare(['wheat', 'milk', 'cashew', 'mustard'], ['celery', 'sesame', 'almond']),
    picture: { scene: 'shelves', hero: ['pan', 'curry', 'pot', 'flatbread', 'salad', 'riceBall'] },
  },
  lassi: {
    shop: 'tiffin',
    name: 'Alphonso Mango Lassi, Two Bottles',
    description:
      'Thick set yoghurt, Alphonso pulp and a pinch of cardamom, churned until it froths. Two half-litre bottles. Bring them back and the next pair is on the house after five.',
    category: 'Drinks',
    price: 6.5,
    stock: 25,
    isPickedUp: true,
    leadTimeDays: 0,
    ingredients: 'Yoghurt (milk), Alphonso mango pulp (38%), water, sugar, cardamom.',
    allergens: declare(['milk'], ['cashew', 'pistachio']),
    picture: { scene: 'still', wall: 'sun', on: 'plinth', hero: ['milk', 'mango'], with: ['mango', 'daisy'] },
  },
  mithai: {
    shop: 'tiffin',
    name: 'Diwali Mithai Box',
    description:
      'Cardamom burfi, coconut ladoo, kaju katli cut into diamonds and one gulab jamun that never makes it to the door. Twelve pieces under silver leaf, boxed in marigold paper.',
    category: 'Holiday',
    price: 22,
    stock: 15,
    isPickedUp: true,
    leadTimeDays: 2,
    ingredients:
      'Milk solids (milk), sugar, cashew nuts (21%), coconut, ghee (milk), chickpea flour, pistachios, wheat flour, rose water, cardamom, saffron, silver leaf.',
    allergens: declare(['milk', 'cashew', 'pistachio', 'wheat'], ['almond', 'sesame']),
    picture: {
      scene: 'box',
      cover: 'plain',
      hero: ['mooncake', 'coconut', 'star', 'falafel', 'candy', 'mooncake', 'falafel', 'mooncake', 'coconut'],
      columns: 3,
      rows: 3,
      with: ['diyaLamp', 'diyaLamp'],
    },
  },
} as const satisfies Record<string, SampleProduct>

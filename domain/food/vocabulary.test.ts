import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Allergen, parentOf } from './allergens.ts'
import { findAllergens } from './find-allergens.ts'
import { meaningOf } from './vocabulary.ts'

const found = (text: string): ReadonlySet<Allergen> =>
  new Set(findAllergens(text).flatMap(({ means }) => means.map(parentOf)))

/** Names of ingredients with the allergen that each has. */
const ingredients: Partial<Record<Allergen, string>> = {
  celery:
    'celery; celery salt; celery seed; celeriac; celeriac purée; dried celery leaf; celery powder; concentrated celery juice; mirepoix',
  gluten:
    'Wheatflour; wheat flour; wheatstarch; wheat starch; modified wheat starch; wheatgerm; wheat germ; wheat bran; wheat gluten; vital wheat gluten; hydrolysed wheat protein; ' +
    'Oatflakes; oat flakes; rolled oats; oatmeal; oat bran; oatbran; gluten free oats; jumbo oats; oat fibre; wholemeal; wholemeal flour; strong white bread flour; plain flour; ' +
    'self-raising flour; selfraising flour; 00 flour; fortified wheat flour; flour (wheat); durum wheat semolina; semolina; durum; couscous; cous cous; bulgur wheat; bulgar; ' +
    'barley; pearl barley; barley malt; barley malt extract; malted barley; malt extract; malt vinegar; malted wheat flakes; rye; rye flour; ryeflour; wholemeal rye; rye sourdough; spelt; ' +
    'spelt flour; speltflour; einkorn; emmer; farro; kamut; khorasan wheat; triticale; freekeh; seitan; panko; panko breadcrumbs; breadcrumbs; bread crumbs; rusk; wheat protein; ' +
    'cracked wheat; kibbled wheat; malted wheatflour; barleyflour; barley flakes; oatflour; wheat malt; rye malt; graham flour; atta; maida; suji; filo pastry; pasta; egg noodles; ' +
    'soy sauce; shoyu; tortilla wraps; puff pastry; pizza base; soft wheat flour; wheat fibre; wheatberries; puffed wheat; wheat flakes; barley starch; spelt flakes; spelt bran; durum wheat flour',
  crustaceans:
    'prawns; king prawns; tiger prawns; cooked prawn; crab; crabmeat; brown crab meat; lobster; langoustine; langoustines; scampi; crayfish; crawfish; shrimp; shrimps; brown shrimps; ' +
    'shrimp paste; dried shrimp; krill; krill oil; barnacles; norway lobster; spiny lobster; crustaceans; shellfish; prawn crackers; crab sticks; belacan; lobster bisque; white crabmeat',
  eggs:
    'egg; eggs; whole egg; free range eggs; free-range egg; egg white; egg yolk; dried egg white; egg white powder; eggwhite; albumen; egg albumen; ovalbumin; pasteurised liquid egg; ' +
    'mayonnaise; mayo; meringue; egg lecithin; lecithin (egg); lysozyme; E1105; E 1105; quail eggs; duck egg; hollandaise; aioli; egg powder; tartare sauce; royal icing; egg noodles; yolks; salad cream',
  fish:
    'fish; cod; haddock; hake; plaice; sole; lemon sole; dover sole; halibut; turbot; brill; monkfish; sea bass; seabass; sea bream; bream; salmon; smoked salmon; trout; rainbow trout; tuna; ' +
    'skipjack tuna; yellowfin tuna; mackerel; herring; kipper; kippers; bloater; sardines; pilchards; sprats; whitebait; anchovy; anchovies; anchovy paste; pollock; pollack; coley; saithe; whiting; ' +
    'ling; hoki; basa; pangasius; tilapia; catfish; carp; pike; perch; zander; eel; smoked eel; swordfish; marlin; shark; skate; john dory; snapper; red mullet; grouper; mahi mahi; barramundi; ' +
    'gurnard; grey mullet; sturgeon; caviar; roe; cod roe; lumpfish roe; salmon roe; taramasalata; fish sauce; nam pla; nuoc mam; dashi; bonito flakes; katsuobushi; surimi; fish oil; cod liver oil; ' +
    'fish gelatine; isinglass; Worcestershire sauce; Worcester sauce; bottarga; gravadlax; lox; rollmops; stockfish; bacalao; salt cod; tobiko; ikura; arctic char; albacore; capelin; ' +
    'orange roughy; redfish; rockfish; wolffish; monkfish tail; megrim; dab; flounder; witch flounder; john dory fillet; kingfish; yellowtail; hamachi; escolar; pomfret; nile perch; milkfish',
  lupin: 'lupin; lupin flour; lupine; lupin seeds; lupini beans; lupin protein; lupinflour',
  milk:
    'milk; whole milk; skimmed milk; semi-skimmed milk; skimmed milk powder; milkpowder; dried milk; milk solids; milk protein; milk fat; milkfat; butteroil; butter oil; butter fat; butterfat; butter; ' +
    'salted butter; buttermilk; buttermilk powder; cream; double cream; single cream; soured cream; clotted cream; crème fraîche; creme fraiche; cheese; cheddar; cheddar cheese; brie; stilton; ' +
    'camembert; halloumi; feta; mozzarella; parmesan; parmigiano reggiano; pecorino; ricotta; mascarpone; gruyère; emmental; edam; gouda; red leicester; wensleydale; double gloucester; lancashire; ' +
    'roquefort; gorgonzola; dolcelatte; manchego; provolone; paneer; quark; fromage frais; skyr; kefir; labneh; yogurt; yoghurt; yoghurt powder; greek yogurt; lassi; ghee; clarified butter; whey; ' +
    'whey powder; whey protein; sweet whey; casein; sodium caseinate; calcium caseinate; lactose; lactalbumin; condensed milk; evaporated milk; dulce de leche; milk chocolate; white chocolate; custard; ' +
    'ice cream; goat’s milk; sheep’s milk cheese; buffalo mozzarella; monterey jack; burrata; taleggio; reblochon; cottage cheese; cream cheese; curd cheese; anhydrous milkfat; béchamel; toffee; fudge; ' +
    'lactose-free milk; raita; tzatziki; cantal; comté; raclette; havarti; jarlsberg; caerphilly; milkshake powder; butterscotch; buttercream; whey permeate; smetana; kulfi; khoya',
  molluscs:
    'mussels; mussel; oysters; oyster; oyster sauce; squid; squid ink; calamari; cuttlefish; octopus; clams; clam juice; scallops; king scallops; scallop roe; cockles; whelks; winkles; snails; escargots; ' +
    'abalone; conch; razor clams; molluscs; mollusks; shellfish; cuttlefish ink; green lipped mussels; baby squid',
  mustard:
    'mustard; mustard seeds; mustard powder; mustard flour; mustard oil; dijon mustard; wholegrain mustard; english mustard; black mustard seeds; mustard leaves; piccalilli; yellow mustard seed; dijon',
  nuts:
    'almonds; ground almonds; flaked almonds; almond flour; almond extract; almond butter; almond milk; marzipan; frangipane; amaretti; hazelnuts; roasted hazelnuts; hazelnut paste; filberts; cobnuts; ' +
    'walnuts; walnut pieces; walnut oil; Brazil nuts; Brazils; cashews; cashew nuts; cashewnuts; cashew butter; pecans; pecan nuts; pistachios; pistachio paste; macadamias; macadamia nuts; ' +
    'queensland nuts; praline; gianduja; nougat; nuts; mixed nuts; nut butter; tree nuts; dukkah; noisette; persipan; nut oil',
  peanuts:
    'peanuts; peanut butter; peanut oil; groundnuts; groundnut oil; arachis oil; monkey nuts; roasted peanuts; peanut flour; peanutbutter; ground nuts; satay sauce; peanut protein',
  sesame:
    'sesame; sesame seeds; sesame oil; toasted sesame oil; sesameseeds; tahini; tahini paste; tahina; hummus; houmous; halva; gomasio; black sesame seeds; dukkah; za’atar; sesame flour; gingelly oil',
  soya:
    'soya; soy; soya beans; soybeans; soyabeans; soya flour; soyaflour; soya lecithin; soy lecithin; lecithin (soya); E322 (soya); E 322 (soya); soya protein; soya protein isolate; textured soya protein; ' +
    'soya oil; soybean oil; soya milk; soya yoghurt; soya sauce; soy sauce; tamari; tofu; silken tofu; tempeh; miso; miso paste; edamame; natto; okara; hoisin sauce; teriyaki sauce; bean curd',
  sulphites:
    'sulphites; sulfites; sulphur dioxide; sulfur dioxide; E220; E 220; E-221; E222; e223; E224; E226; E227; E 228; sodium metabisulphite; sodium metabisulfite; potassium metabisulphite; metabisulphite; ' +
    'sodium sulphite; sodium bisulphite; calcium sulphite; potassium bisulfite; preservative (sulphur dioxide); sodium hydrogen sulphite; SO2',
}

/** Words of kitchens and shops, with one allergen that each usually has. */
const kitchen: Partial<Record<Allergen, string>> = {
  celery: 'celery stick; celery heart; soffritto; stock cube; bouillon powder',
  gluten:
    'bread; sourdough; baguette; ciabatta; focaccia; pitta; naan; chapati; roti; paratha; bagel; brioche; croissant; crumpet; scone; muffin; biscuit; digestive biscuits; shortbread; cookies; crackers; cream crackers; ' +
    'breadsticks; pretzels; spaghetti; macaroni; penne; fusilli; lasagne sheets; tagliatelle; linguine; ravioli; gnocchi; orzo; vermicelli; noodles; udon; ramen; soba noodles; wonton wrappers; gyoza; spring roll wrappers; ' +
    'filo; phyllo; puff pastry; shortcrust pastry; pizza dough; yorkshire pudding; pancakes; waffles; doughnut; doughnuts; sponge fingers; cake; stuffing; batter; tempura; croutons; matzo; oatcakes; flapjack; granola; muesli; porridge; ' +
    'beer; ale; lager; stout; Horlicks; Ovaltine; Marmite; Weetabix; malt loaf; pumpernickel; rye crispbread; teacakes; hot cross bun; samosa; tabbouleh; kibbeh; giant couscous; panettone; profiteroles',
  crustaceans: 'crabstick; gambas; seafood; seafood stick; prawn toast; xo sauce; crab cakes; bisque; paella',
  eggs: 'omelette; quiche; frittata; pavlova; advocaat; eggnog; lemon curd; béarnaise; egg wash; scotch egg; eggs benedict; remoulade; macaroons; choux buns; tiramisu; crème brûlée; egg fried rice; mayo; egg custard; crème pâtissière',
  fish: 'kedgeree; sushi; fishcake; fish fingers; fish stock; fish stick; crab stick; smokies; cullen skink; bouillabaisse; tapenade; puttanesca; caesar dressing; gentlemans relish; bombay duck; furikake; ponzu; ceviche; unagi; tuna mayo; salmon en croute; fish pie; whitebait; brandade',
  milk:
    'custard tart; panna cotta; ganache; fondue cheese; gelato; cheesecake; crème anglaise; pesto; tikka masala; carbonara; korma cream; kheer; rasmalai; gulab jamun; barfi; shrikhand; malai; lassi; latte; cappuccino; milkshake; baileys; nutella; ' +
    'babybel; philadelphia; boursin; dairylea; garlic butter; brandy butter; cheese sauce; white sauce; alfredo; stroganoff; ranch dressing; blue cheese dressing; mac and cheese; butter chicken; buttermilk chicken; rarebit cheese; chantilly cream; malted milk; fromage blanc; queso',
  molluscs:
    'moules; vongole; calamares; pulpo; escargot; oysters rockefeller; clam chowder; squid rings; fruits de mer; queenie',
  mustard: 'piccalilli; colmans; honey mustard dressing; mustard mash; mostarda',
  nuts: 'baklava; florentines; romesco; amaretto; macarons; turron; torrone; nutella; trail mix; orgeat; ferrero praline; walnut whip; pecan pie; almond croissant; bakewell frangipane; nut roast; kaju katli; frangelico; pistachio kulfi; waldorf walnuts',
  peanuts: 'satay; gado gado; bombay mix; peanut brittle; reeses; peanut sauce',
  sesame: 'baba ganoush; halvah; hummus; sesame snaps; sesame bagel; zaatar; tahini sauce; dukkah; humous; goma',
  soya: 'teriyaki; ponzu; gochujang; kecap manis; shoyu; tvp; doenjang; edamame beans; miso soup; tofu scramble; soya mince; soy marinade; black bean sauce; yuba; bean curd skin',
  sulphites: 'red wine; sulphited apricots; white wine; Campden tablets; marsala wine',
}

/** Foods and phrases without any of the 14. */
const harmless =
  'flour treatment agent; flour treatment agent (ascorbic acid); lentil flour; quinoa flour; chestnut flour; rice flour; brown rice flour; corn flour; cornflour; maize flour; gram flour; chickpea flour; coconut flour; tapioca flour; ' +
  'potato flour; cassava flour; plantain flour; buckwheat flour; sorghum flour; teff flour; millet flour; banana flour; pea flour; gluten free self raising flour; gluten-free flour; gluten free bread; gluten free pasta; ' +
  'flour (gluten free); rice noodles; rice pasta; corn pasta; red lentil pasta; glass noodles; konjac noodles; corn tortilla; tortilla chips; rice cakes; rice crackers; cacao butter; cocoa butter; shea butter; mango butter; ' +
  'apple butter; coconut butter; coconut yogurt; coconut yoghurt; coconut milk; coconut cream; creamed coconut; coconut milk powder; coconut milk yogurt; rice milk; hemp milk; pea milk; vegan butter; vegan cheese; ' +
  'vegan mayonnaise; vegan cream cheese; vegan yogurt; vegan egg; plant based milk; plant butter; plant-based cheese; dairy free spread; dairy-free cream cheese; dairy free ice cream; dairy free milk chocolate; non-dairy cream; ' +
  'butter beans; butterbeans; butternut squash; butterhead lettuce; butterfly pea flower; cream of tartar; cream soda; cream of coconut; custard apple; milk thistle; cocoa mass; dark chocolate; cocoa powder; ' +
  'egg replacer; eggplant; egg-free; egg free mayonnaise; nut free; nutmeg; ground nutmeg; coconut; desiccated coconut; chestnuts; water chestnuts; pine nuts; pine kernels; tiger nuts; tigernut milk; doughnut peaches; ' +
  'crab apple; crab apples; oyster mushrooms; king oyster mushrooms; lobster mushroom; buckwheat; buckwheat groats; wheatgrass; barley grass; maltodextrin; maltitol; isomalt; ' +
  'glucose syrup; glucose syrup (wheat); maltodextrin (wheat); wheat glucose syrup; wheat dextrose; dextrose; lactic acid; sodium lactate; calcium lactate; E270; E471; E330; E300; E322; sunflower lecithin; rapeseed lecithin; ' +
  'rice wine; rice vinegar; white wine vinegar; red wine vinegar; cider vinegar; balsamic vinegar; ginger beer; ginger ale; root beer; sugar; caster sugar; salt; sea salt; baking powder; bicarbonate of soda; yeast; vanilla extract; ' +
  'sunflower oil; rapeseed oil; olive oil; palm oil; margarine; vegetable shortening; gelatine; pork gelatine; pectin; agar; xanthan gum; guar gum; honey; golden syrup; treacle; molasses; cornflakes of maize; polenta; quinoa; ' +
  'millet; amaranth; rice; wild rice; oil of clove; parsley; coriander; cumin; fennel; horseradish; wasabi; turmeric; paprika; chilli flakes; black pepper; garlic; onion; leek; carrot; potato; sweet potato; tomato purée; ' +
  'spinach; kale; broccoli; cauliflower rice; chickpeas; lentils; beluga lentils; kidney beans; black beans; mung beans; peas; beef; chicken; pork; lamb; turkey; bacon; chorizo; sausage casing; beef casings; char siu pork; ' +
  'seaweed; nori; kelp; spirulina; poppy seeds; sunflower seeds; pumpkin seeds; linseed; flaxseed; chia seeds; hemp seeds; apricots; raisins; dates; figs; cranberries; mango; banana; kiwi; strawberry; cherry; lemon zest; ' +
  'sodium sulphate; copper sulphate; ammonium sulphate; sulphuric acid; calcium carbonate; iron; niacin; thiamin; caramel colour; spaghetti squash; free from milk; contains no nuts; no added sugar; no egg; without milk; ' +
  'free from milk, eggs and nuts; nutritional yeast; cashew apple; breadfruit; fish-free sauce; vegetarian oyster sauce; soy-free; cheese plant; roe deer; icing sugar; fondant icing; marshmallow; jelly; peppermint; coffee; tea; ' +
  'shiitake; porcini; tamarind; jaggery; sumac; rose water; orange blossom water; aquafaba; jackfruit; arrowroot; tapioca starch; potato starch; corn starch; modified maize starch; pea protein; rice protein; hemp protein; sago; carob; cola nut'

const list = (text: string) => text.split('; ')

/** Names of which the allergen is not found. */
function missed(named: Partial<Record<Allergen, string>>): string[] {
  return Object.entries(named).flatMap(([allergen, text]) =>
    list(text)
      .filter((name) => ![...found(name)].some((one) => one === allergen))
      .map((name) => `${name}: ${allergen}`),
  )
}

describe('the vocabulary', () => {
  it('knows the allergens of ingredients', () => expect(missed(ingredients)).toEqual([]))

  it('knows the words of kitchens', () => expect(missed(kitchen)).toEqual([]))

  it('sees no allergen in other food, nor in what claims to be free of it', () => {
    const wrong = list(harmless).filter((name) => found(name).size > 0)
    expect(wrong.map((name) => `${name}: ${[...found(name)]}`)).toEqual([])
  })

  it('tells milk of plants and flour of other plants from milk and wheat', () => {
    for (const [text, ...allergens] of [
      ['almond milk', 'nuts'],
      ['soya yoghurt', 'soya'],
      ['oat cream', 'gluten'],
      ['soya single cream', 'soya'],
      ['lupin flour', 'lupin'],
      ['rye flour', 'gluten'],
      ['milk chocolate with almonds', 'milk', 'nuts'],
      ['egg and milk', 'eggs', 'milk'],
      ['vegan mayonnaise (soya)', 'soya'],
      ['dairy free spread, butter', 'milk'],
      ['no egg, milk', 'milk'],
      ['lactose free milk', 'milk'],
      ['gluten free oats', 'gluten'],
    ])
      expect([...found(text ?? '')].toSorted(), text).toEqual(allergens.toSorted())
  })

  it('reads names as a whole', () => {
    expect(meaningOf('Shellfish')).toEqual(['crustaceans', 'molluscs'])
    expect(meaningOf('all tree nuts')).toEqual(['nuts'])
    expect(meaningOf('kamut')).toEqual(['wheat'])
    expect(meaningOf('almond milk')).toEqual(['almond'])
    for (const other of ['kiwi', 'pine nuts', 'bread', 'milk and kiwi', '', 'coconut milk'])
      expect(meaningOf(other), other).toBeNull()
  })

  // Quadratic reading would take sixteen times as long for four times the text.
  it.each(['vegan milk ', 'free from milk, eggs and ', '(', 'a ', 'may contain ', 'wheat flour ', 'fish', 'e 2 '])(
    'reads “%s” again and again in linear time',
    (words) => {
      const timeFor = (length: number) => {
        const startedAt = threadMs()
        findAllergens(words.repeat(length).slice(0, length))
        return threadMs() - startedAt
      }
      // The shortest, because compiling and collecting garbage only make a run longer.
      const shortest = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY }
      for (let run = 0; run < 10 && (run < 1 || shortest.many / shortest.few >= 10); run += 1) {
        shortest.few = Math.min(shortest.few, timeFor(20_000))
        shortest.many = Math.min(shortest.many, timeFor(80_000))
      }
      expect(shortest.many / Math.max(1, shortest.few)).toBeLessThan(10)
    },
  )
})

/** Milliseconds for which this thread has run: a clock would count those in which others ran. */
function threadMs(): number {
  if (process.platform !== 'linux') return performance.now()
  return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1_000_000
}

/**
 * The words of food with the allergens that they mean: of ingredients lists, of searches and of requests. Each is written
 * once, in the singular. `vocabulary.ts` finds them in plurals and spellings, in one word or two, and in compounds.
 */
import type { Allergen, AllergenKind } from './allergen-list.ts'

type WordMeaning = readonly (Allergen | AllergenKind)[]
type Words = readonly (readonly [means: WordMeaning, words: string])[]

/** Ingredients. Who avoids one of them avoids its allergens. */
export const foodWords: Words = [
  [['celery'], 'celery, celeriac, celeri, mirepoix, soffritto, stock cube, bouillon, bouillon cube, bouillon powder'],
  [['gluten'], 'gluten, cereal, crispbread'],
  [
    ['wheat'],
    'wheat, wholewheat, whole wheat, flour, wholemeal, semolina, semola, durum, couscous, giant couscous, maftoul, fregola, bulgur, bulghur, bulgar, burghul, ' +
      'wheatberry, cracked wheat, kibbled wheat, bran, einkorn, emmer, farro, kamut, khorasan, farina, freekeh, frikeh, freekah, farik, ' +
      'graham, graham flour, atta, chapati flour, chapatti flour, maida, suji, sooji, rava, seitan, ' +
      'plain flour, bread flour, self raising flour, cream of wheat, breadcrumb, bread crumb, panko, rusk, tempura flour, tempura batter, ' +
      'type 00 flour, 00 flour, rivet wheat, mlinci, harina, farine, weizen',
  ],
  [['spelt'], 'spelt, dinkel, grunkern, epeautre'],
  [['rye'], 'rye, pumpernickel'],
  [['wheat', 'rye'], 'triticale'],
  [
    ['barley'],
    'barley, malt, malted, malt extract, malt vinegar, malted milk powder, malt syrup, hordein, vegemite, bovril',
  ],
  [['barley', 'wheat', 'rye', 'oats', 'celery'], 'marmite'],
  [['barley', 'wheat', 'milk'], 'horlicks, malted milk'],
  [['barley', 'milk'], 'ovaltine, malteser'],
  [['oats'], 'oat, oatmeal, oatbran, oatflake, porridge, avena, avenin, jumbo oat, rolled oat, pinhead oat'],
  [
    ['crustaceans'],
    'crustacean, crab, crabmeat, lobster, prawn, shrimp, crayfish, crawfish, crawdad, langoustine, langouste, langoustino, scampi, krill, barnacle, gamba, ' +
      'gambero, gamberetto, yabby, yabbie, crevette, camaron, ecrevisse, belacan, belachan, blachan, terasi, bagoong, hae bee, ebi, bisque, shellfish bisque, prawn cracker, ' +
      'dublin bay prawn, moreton bay bug, balmain bug, percebes, chitosan, glucosamine, penaeidae, penaeus, pandalus, heterocarpus, parapenaeopsis, tom yum paste, crawfish tail',
  ],
  [['crustaceans', 'molluscs'], 'shellfish, xo sauce, fruits de mer'],
  [['crustaceans', 'molluscs', 'fish'], 'seafood, frutti di mare'],
  [['crustaceans', 'fish'], 'crab stick, crabstick, seafood stick, ocean stick, kani'],
  [
    ['eggs'],
    'egg, albumen, albumin, quorn, ovalbumin, ovalbumen, ovomucoid, ovomucin, ovotransferrin, ovoglobulin, ovovitellin, vitellin, livetin, lysozyme, e1105, egg yolk, yolk, ' +
      'meringue, mayonnaise, mayonaise, mayo, aioli, alioli, hollandaise, tartare sauce, tartar sauce, remoulade, advocaat, royal icing, zabaglione, ' +
      'zabaione, sabayon, omelette, omelet, frittata, silici albuminate, conalbumin, mayonnaise sauce, huevo, oeuf, uovo, pavlova, thousand island, egg wash, eggwash, ' +
      'globulin',
  ],
  [['eggs', 'mustard'], 'salad cream'],
  [
    ['eggs', 'milk'],
    'bearnaise, eggnog, creme egg, lemon curd, lime curd, passion fruit curd, orange curd, fruit curd, creme anglaise, creme patissiere, creme pat, pastry cream, ranch dressing, semifreddo, creme brulee',
  ],
  [['fish', 'eggs', 'milk'], 'caesar dressing'],
  [
    ['fish'],
    'fish, anchovy, anchoveta, anchois, boquerone, cod, codling, codfish, tonguesole, haddock, hake, hoki, plaice, sole, halibut, turbot, brill, flounder, dab, ' +
      'megrim, witch flounder, fluke, pollock, pollack, coley, saithe, whiting, ling, tusk, pouting, basa, pangasius, panga, pangas, swai, tilapia, saint peters fish, carp, ' +
      'pike, perch, zander, pikeperch, pike perch, walleye, trout, salmon, salmonid, arctic char, charr, grayling, whitefish, vendace, tuna, ahi, skipjack, bonito, ' +
      'albacore, yellowfin, bluefin, bigeye, mackerel, herring, kipper, bloater, buckling, sardine, pilchard, sprat, brisling, sild, whitebait, ' +
      'smelt, capelin, shad, alewife, menhaden, hilsa, eel, elver, conger, unagi, anago, lamprey, monkfish, anglerfish, swordfish, marlin, sailfish, shark, ' +
      'dogfish, huss, rock salmon, rock eel, skate, ray wing, thornback ray, john dory, seabass, sea bass, bass, branzino, bronzino, loup de mer, bream, seabream, porgy, porgie, ' +
      'dorade, daurade, gilthead, dentex, salema, bogue, snapper, red mullet, rouget, mullet, grouper, mahi mahi, mahi, dorado, barramundi, gurnard, wrasse, wolffish, roughy, ' +
      'redfish, rockfish, toothfish, icefish, sturgeon, sterlet, beluga, sevruga, osetra, oscietra, caviar, caviare, kaviar, roe, escolar, pomfret, rohu, kingfish, ' +
      'amberjack, hamachi, yellowtail, kampachi, cobia, croaker, corvina, meagre, scad, horse mackerel, garfish, needlefish, roach, tench, barbel, burbot, lumpsucker, ' +
      'grenadier, bullhead, weever, nemipterus, argentine, silver smelt, tobiko, masago, ikura, mentaiko, tarako, taramasalata, taramosalata, ikan bilis, anchoiade, bagna cauda, gefilte, mojama, coalfish, prahok, tarama, bottarga, botargo, fish sauce, nam pla, ' +
      'nampla, nuoc mam, nuoc cham, patis, garum, colatura, anchovy paste, gentlemans relish, patum peperium, surimi, kamaboko, chikuwa, narutomaki, dashi, katsuobushi, ' +
      'niboshi, bonito flake, furikake, bouillabaisse, gravlax, gravadlax, gravlaks, lox, rollmop, bismarck, matjes, stockfish, bacalhau, bacalao, baccala, ' +
      'saltfish, salt fish, klippfisk, lutefisk, surstromming, kedgeree, tapenade, puttanesca, isinglass, bombay duck, cod liver, omega 3 fish oil, fish gelatine, ' +
      'sashimi, ceviche, arbroath smokie, smokie, finnan haddie, cullen skink, brandade, escabeche, tonnato, thon, saumon, pescado, poisson, ' +
      'barracuda, wahoo, opah, tarpon, pompano, sablefish, black cod, lingcod, cusk, bluegill, crappie, piranha, arapaima, paiche, mudfish, snakehead, ' +
      'sheatfish, orfe, dace, gudgeon, chub, huchen, inconnu, omul, cisco, arctic charr, ballan, pollan, sandeel, sand eel, greenling, tilefish, ' +
      'sheepshead, red drum, bluefish, trevally, queenfish, hapuka, tarakihi, kahawai, gemfish, alfonsino, kinmedai, moonfish, sunfish, oilfish, parrotfish, rabbitfish, surgeonfish, ' +
      'squaretail, stingray, sawfish, sculpin, scorpionfish, stonefish, hogfish, pangus, surmullet, fumet, cod roe, soft roe, herring roe, lumpfish, eulachon, coho, sockeye, chinook, ' +
      'keta, wels, sea trout, ocean perch, orange roughy, toro, hamo, saba, maguro, shirasu, wakasagi',
  ],
  [
    ['fish', 'barley'],
    'worcestershire sauce, worcester sauce, worcestershire, worcester, lea and perrins, lea perrins',
  ],
  [['lupin'], 'lupin, lupine, lupini, lupinus, lupin flour, lupin seed, lupin bean, tremoco'],
  [
    ['milk'],
    'milk, dairy, milkfat, milk chocolate, butter, butterfat, butteroil, buttermilk, buttercream, butterscotch, ghee, ghi, niter kibbeh, cream, creme, creme fraiche, ' +
      'sour cream, smetana, smitane, clotted cream, ice cream, icecream, gelato, chantilly, ganache, cheese, fromage, fromage frais, fromage blanc, queso, queso fresco, formaggio, yoghurt, ' +
      'yogurt, yoghourt, yogourt, yoghurt coating, fro yo, froyo, quark, skyr, kefir, filmjolk, viili, ayran, leben, labneh, labne, laban, lassi, raita, tzatziki, dahi, shrikhand, whey, lactoserum, ' +
      'casein, caseinate, half and half, junket, elmlea, lactose, lactalbumin, lactoglobulin, lactoferrin, lactulose, curd, curds, dulce de leche, cajeta, arequipe, condensed milk, evaporated milk, ' +
      'khoya, khoa, mawa, paneer, panir, chenna, chhena, kulfi, malai, rabri, rabdi, rasmalai, rasgulla, rossogolla, barfi, burfi, peda, gulab jamun, kheer, toffee, fudge, custard, ' +
      'bechamel, white sauce, cheese sauce, panna cotta, latte, cappuccino, milkshake, haymilk, hay milk, colostrum, beestings, petit suisse, faisselle, faiselle, ' +
      'white chocolate, chocolate crumb, lait, leche, latticini, beurre, mantequilla, rahm, sahne, ' +
      'bleu de bresse, bleu de gex, bleu dauvergne, abondance, akkawi, appenzeller, asiago, beaufort, bel paese, boursin, brie, brillat savarin, brunost, gjetost, bryndza, burrata, ' +
      'caciocavallo, caciotta, caerphilly, cambozola, camembert, cantal, chaource, cheddar, chevre, colby, comte, cotija, coulommiers, crescenza, crottin, ' +
      'danish blue, danablu, danbo, sage derby, dolcelatte, double single gloucester, gloucester, edam, emmental, emmenthal, emmentaler, epoisses, ' +
      'esrom, feta, fontal, fontina, fourme, gorgonzola, gouda, grana padano, gruyere, halloumi, haloumi, hallumi, havarti, jarlsberg, kashkaval, kasseri, kefalotyri, ' +
      'graviera, laguiole, lancashire, langres, red leicester, leerdammer, limburger, livarot, maasdam, maasdamer, manchego, maroilles, maroille, mascarpone, ' +
      'mimolette, montasio, monterey jack, pepper jack, morbier, mozzarella, muenster, munster, nabulsi, neufchatel, oaxaca, oscypek, ossau iraty, parmesan, parmigiano, ' +
      'pecorino, philadelphia, picodon, pont leveque, port salut, provolone, provola, raclette, reblochon, ricotta, robiola, rocamadour, romano, roquefort, saint agur, saint marcellin, ' +
      'saint moret, saint nectaire, saint felicien, st agur, sainte maure, salers, samso, scamorza, selles sur cher, shropshire blue, stilton, stinking bishop, stracchino, ' +
      'stracciatella, swiss gruyere, taleggio, tete de moine, tilsit, tilsiter, tomme, toma, vacherin, valencay, vasterbotten, wensleydale, yarg, wigmore, tunworth, ' +
      'blue stilton, roule, ricottone, liptauer, obatzda, nacho cheese, dairylea, babybel, cheesestring, red windsor, lymeswold, cornish blue, ' +
      'cabrales, idiazabal, tetilla, zamorano, san simon, serra da estrela, anthotyro, mizithra, manouri, beyaz peynir, ackawi, jibneh, halloom, chaumes, saint albray, gaperon, ' +
      'infant formula, baileys, irish cream, rennet casein, simplesse, milk protein, whipped topping',
  ],
  [['milk', 'hazelnut', 'soya'], 'nutella'],
  [
    ['molluscs'],
    'mollusc, mollusk, mussel, moule, oyster, oyster sauce, squid, calamari, calamares, calamaro, calamar, cuttlefish, octopus, octopi, pulpo, polpo, clam, vongole, vongola, scallop, ' +
      'queenie, cockle, whelk, winkle, periwinkle, abalone, paua, snail, escargot, conch, limpet, geoduck, quahog, razor shell, razor clam, cephalopod, gastropod, ' +
      'bivalve, nautilus, sepia ink, cuttle, squid ink, coquille, coquille saint jacques, littleneck, cherrystone, pipi, tellin, ormer, sea snail, sea squirt, teuthida, venus clam, undulate venus, ' +
      'pink clam, hotate, awabi, ika, tako, chiperone, chipirone, puntillita, huitre',
  ],
  [['mustard'], 'mustard, dijon, piccalilli, moutarde, senf, kasundi, colmans, mustard green, mostarda'],
  [['nuts'], 'nut, tree nut, nut butter, praline, nougatine, croquant, krokant, noisettine, nougat, baklava, baclava'],
  [['nuts', 'sesame'], 'dukkah, duqqa, dukka'],
  [
    ['almond'],
    'almond, amande, almendra, mandel, badam, marcona, marzipan, mazapan, frangipane, frangipan, amaretto, amaretti, orgeat, turron, torrone, persipan, almond paste, ' +
      'macaron, marchpane, ricciarelli, romesco, mandorla',
  ],
  [['almond', 'nuts', 'milk'], 'korma paste'],
  [['hazelnut'], 'hazelnut, filbert, cobnut, cob nut, noisette, avellana, nocciola, gianduja, gianduia, frangelico'],
  [['walnut'], 'walnut, noix, nocino, walnut oil'],
  [['brazil'], 'brazil nut, brazils, para nut'],
  [['cashew'], 'cashew, kaju, cajou'],
  [['pecan'], 'pecan'],
  [['pistachio'], 'pistachio, pista, pistache'],
  [['macadamia'], 'macadamia, queensland nut'],
  [
    ['peanuts'],
    'peanut, groundnut, ground nut, earth nut, earthnut, monkey nut, arachis, beer nut, peanut butter, satay, chikki, massaman, cacahuete, gado gado, reeses, goober, mandelona, bamba',
  ],
  [
    ['sesame'],
    'sesame, tahini, tahina, tahin, tehina, halva, halvah, gomasio, gomashio, goma, gingelly, gingelly oil, benne, simsim, hummus, houmous, houmus, humous, humus, ' +
      'hommus, baba ganoush, baba ghanoush, baba ganush, zaatar, zatar, sesamol, sesamum, ajonjoli',
  ],
  [
    ['soya'],
    'soya, soy, soja, soybean, soyabean, tofu, tempeh, tempe, miso, edamame, mukimame, natto, tamari, yuba, okara, kinako, bean curd, beancurd, tvp, ' +
      'textured vegetable protein, doenjang, black bean sauce, hon jozo, honjozo, e426, e479b, e479, douchi, sufu, fermented bean curd, aburaage, atsuage, inari, soya lecithin',
  ],
  [
    ['soya', 'wheat'],
    'soy sauce, soya sauce, shoyu, kecap manis, kecap, ketjap, ketjap manis, teriyaki, teriyaki sauce, doubanjiang, gochujang, ssamjang, tonkatsu sauce, yakitori sauce, sukiyaki sauce',
  ],
  [['soya', 'wheat', 'sesame'], 'hoisin, hoisin sauce, bulgogi sauce'],
  [['soya', 'wheat', 'fish'], 'ponzu'],
  [
    ['sulphites'],
    'sulphite, sulphited, bisulphite, metabisulphite, pyrosulphite, hydrogen sulphite, sulphur dioxide, so2, campden tablet, wine, marsala, ' +
      'e220, e221, e222, e223, e224, e225, e226, e227, e228, ins220, ins221, ins222, ins223, ins224, ins225, ins226, ins227, ins228',
  ],
]

/** Prepared foods, with what they are usually made of. A search leaves out the food itself, which its seller names. */
export const dishWords: Words = [
  [
    ['wheat'],
    'bread, filo, phyllo, fillo, pasta, spaghetti, spaghettini, macaroni, penne, fusilli, lasagne, lasagna, linguine, tagliatelle, fettuccine, fettucine, ravioli, tortellini, tortelloni, orzo, ' +
      'vermicelli, cannelloni, farfalle, rigatoni, conchiglie, gnocchi, orecchiette, pappardelle, ditalini, bucatini, capellini, ziti, noodle, udon, ramen, soba, somen, ' +
      'chow mein, bagel, baguette, ciabatta, focaccia, pitta, pita, naan, nan bread, chapati, chapatti, roti, paratha, puri, tortilla, tortilla wrap, crouton, crumpet, scone, biscuit, ' +
      'cookie, cracker, cream cracker, digestive, ginger nut, pretzel, pastry, shortcrust, puff pastry, pie crust, pizza, pizza base, matzo, matzah, matza, matzoh, stuffing, batter, tempura, ' +
      'wafer, gyoza, wonton, dumpling, bao, samosa, tabbouleh, tabouleh, kibbeh, bun, muffin, teacake, melba toast, lavash, flatbread, sourdough, grissini, breadstick, ' +
      'doughnut, donut, cupcake, sponge, gravy granule, roux, spring roll wrapper, wonton wrapper, flaky pastry, hot water crust, cornbread, soda bread, ice cream cone, sandwich, crostini, bruschetta, pie',
  ],
  [['wheat', 'barley'], 'weetabix, grape nut'],
  [
    ['wheat', 'milk'],
    'croissant, shortbread, shortcake, danish pastry, pain au chocolat, custard cream, macaroni cheese, cheesecake, lardy cake',
  ],
  [
    ['wheat', 'eggs'],
    'choux, choux pastry, profiterole, savoiardi, sponge finger, egg noodle, egg pasta, genoise, scotch egg, boudoir biscuit',
  ],
  [
    ['wheat', 'eggs', 'milk'],
    'brioche, pancake, waffle, crepe, blini, quiche, yorkshire pudding, cake, brownie, panettone, pandoro, tiramisu, eclair, madeleine, stollen, trifle, challah',
  ],
  [['barley'], 'beer, ale, lager, stout, porter'],
  [['oats'], 'oatcake, flapjack, muesli, granola, parkin, haggis'],
  [['milk'], 'pesto, pastry butter, carbonara, stroganoff, alfredo, tikka masala'],
  [['nuts'], 'florentine, trail mix'],
  [['peanuts'], 'bombay mix'],
  [['eggs'], 'macaroon'],
  [['fish'], 'sushi'],
  [['crustaceans', 'molluscs'], 'paella'],
  [
    ['wheat'],
    'trofie, strozzapreti, paccheri, cappelletti, agnolotti, cavatelli, pastina, ditali, spatzle, spaetzle, pierogi, borek, spanakopita, katsu, schnitzel, goujon, chicken nugget, chicken kiev, pasty, ' +
      'sausage roll, vol au vent, strudel, turnover, galette, tartlet, biscotti, cantuccini, empanada, churro, burrito, calzone, onion ring, upma, seviyan, bhatura, kulcha, speculoos, shreddies, hobnob, oreo, lebkuchen, weissbier',
  ],
  [['wheat', 'milk'], 'quesadilla, cannoli, moussaka, millionaires shortbread, banoffee pie'],
  [['wheat', 'eggs', 'milk', 'almond'], 'battenberg'],
  [['almond'], 'financier'],
  [['eggs', 'milk'], 'eton mess, flan'],
  [['eggs'], 'coleslaw, marie rose, rouille, gribiche, dacquoise'],
  [
    ['milk'],
    'mornay, rarebit, makhani, dauphinoise, tartiflette, affogato, frappe, frappuccino, angel delight, chowder, snickers',
  ],
  [['hazelnut', 'milk'], 'ferrero rocher, kinder bueno, bueno'],
  [['almond', 'milk'], 'toblerone, daim'],
  [['nuts'], 'panforte'],
  [['celery', 'walnut'], 'waldorf'],
  [['crustaceans'], 'laksa, sambal, tom yum, kimchi'],
  [['molluscs'], 'takoyaki'],
  [['fish'], 'pad thai'],
  [['barley'], 'guinness, shandy'],
  [['rye'], 'ryvita'],
  [['oats'], 'cheerios'],
]

/** Foods whose names only sound like an allergen. */
export const otherWords =
  'cream of tartar, cream of coconut, cream of rice, cream soda, butter bean, butternut, butternut squash, butterhead, butter lettuce, buttercup, butterfly pea, ' +
  'milk thistle, milk of magnesia, milk cap, milkweed, cheese plant, head cheese, custard apple, custard powder, vegetable ghee, ' +
  'oyster mushroom, king oyster, king oyster mushroom, oyster plant, oyster leaf, lobster mushroom, crab apple, fish mint, jellyfish, starfish, goldfish cracker, ' +
  'eggplant, eggfruit, egg replacer, egg substitute, coconut, nutmeg, pine nut, pine kernel, tiger nut, chestnut, water chestnut, horse chestnut, cola nut, kola nut, betel nut, areca nut, shea nut, ' +
  'candlenut, corn nut, ginkgo nut, gingko nut, breadnut, beechnut, soapnut, pili nut, hickory nut, bunya nut, nut grass, doughnut peach, donut peach, ' +
  'buckwheat, wheatgrass, barley grass, oat grass, flour treatment agent, flour improver, cornflour, breadfruit, maltodextrin, maltose, maltitol, isomalt, ' +
  'wheat maltodextrin, wheat dextrose, wheat glucose syrup, wheat glucose fructose syrup, wheat syrup, barley glucose syrup, ' +
  'fully refined soya oil, fully refined soybean oil, fully refined soy oil, lactic acid, lactate, lactitol, sulphite ammonia caramel, caustic sulphite caramel, ammonia sulphite caramel, ' +
  'wine vinegar, white wine vinegar, red wine vinegar, rice wine vinegar, rice wine, wine gum, cider, char siu, ling heather, ling honey, dab of, ' +
  'tortilla chip, rice cake, potato cake, corn cake, ginger beer, ginger ale, root beer, roe deer, bib lettuce, ' +
  'bread and butter pickle, bread yeast, beer yeast, pie spice, pumpkin pie spice, pastry margarine, cake decoration, cake topper, pasta sauce, pizza sauce, pizza seasoning, beluga lentil, spaghetti squash, custard squash, cashew apple, bread improver, sushi rice, sushi vinegar, petit pois'

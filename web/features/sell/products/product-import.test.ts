import { describe, expect, it } from 'vitest'
import { allergens } from '#domain/food/allergens'
import { plainChoice } from '#domain/food/plain-choice'
import { parseCsv } from '#domain/values/csv'
import { optionColumns } from './option-columns.ts'
import { type ExportedProduct, writeProducts } from './product-csv.ts'
import { cellColumns } from './product-fields.ts'
import { type ProductFormInput, productForm, productFormDefaults } from './product-form.ts'
import { type OwnListing, planImport } from './product-import.ts'
import { toProductRecord } from './product-record.ts'

const id = '0b8a0b5e-7f4e-4f57-9b61-2f6f3c1f0a11'
const listed: OwnListing = {
  status: 'active',
  isDeclared: true,
  product_type: 'standardized',
  allergens: null,
  allergen_answers: [],
  ingredients: null,
  variations: [],
  option_groups: [],
}
const own = new Map([[id, listed]])
const saved = (form: Partial<ProductFormInput>) => ({
  ...toProductRecord(productForm.parse({ ...productFormDefaults, name: 'Cake', ...form }), 'active'),
  variations: [],
  option_groups: [],
  questions: [],
})
const cake: ExportedProduct = {
  ...saved({}),
  id,
  status: 'active',
  name: '=Lemon, "drizzle"',
  description: 'Sharp.\nSticky.',
  price: 14.5,
  image: 'product_images/u/a.webp',
  images: [{ image: 'https://x.test/b.png' }],
  category: 'Cakes',
  occasions: ['birthday', 'mothers-day'],
  stock: 3,
  is_bestseller: true,
  available_for_delivery: false,
  available_for_pickup: true,
  ingredients: 'Wheat flour, butter, jelly fish',
  allergen_answers: ['fish'],
  allergens: {
    ...Object.fromEntries(allergens.map(({ key }) => [key, 'free'])),
    gluten: 'contains',
    wheat: 'contains',
    oats: 'may_contain',
    milk: 'contains',
  },
  diets: ['vegetarian', 'no_alcohol'],
  lead_time_days: 2,
  net_quantity: '450 g',
  shelf_life_days: 3,
  storage_advice: 'Keep in the fridge',
  variations: [
    {
      name: '8 inch: serves 14',
      price_delta: 0,
      stock: 4,
      ...plainChoice,
      net_quantity: '1,4 kg',
      allergens: { nuts: 'contains', walnut: 'contains' },
    },
    { name: 'Small | plain, \\', price_delta: -2, stock: null, ...plainChoice },
  ],
  option_groups: [
    {
      id: 'g1',
      name: '=Topping [or “none”]',
      is_required: false,
      max_choices: 2,
      choices: [
        {
          id: 'c1',
          name: 'Walnuts [whole]',
          price_delta: 1.5,
          stock: 0,
          ...plainChoice,
          ingredients: 'walnuts (95%); salt [fine], x | y = z',
          replaces: 'almonds, pecans',
          allergens: { nuts: 'contains', walnut: 'contains' },
        },
        {
          id: 'c2',
          name: 'Cherry: = | \\]',
          price_delta: -0.5,
          stock: null,
          ...plainChoice,
          allergens: { milk: 'may_contain', walnut: 'free', eggs: 'removed' },
        },
      ],
    },
    {
      id: 'g2',
      name: 'Box',
      is_required: true,
      max_choices: 1,
      choices: [{ id: 'c3', name: 'Gift', price_delta: 0, stock: null, ...plainChoice }],
    },
  ],
  questions: [
    { id: 'q1', name: 'Message', is_required: true, max_length: 30, price: 2 },
    { id: 'q2', name: 'Age [years]', is_required: false, max_length: 100, price: 0 },
  ],
}
/** Without ids, and without what a choice does not have. */
const inFile = ({
  id: _,
  allergens: stated,
  ...choice
}: {
  id?: string
  allergens: unknown
  stock: number | null
}) => ({
  ...Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== null)),
  ...(Object.keys(Object(stated)).length > 0 && { allergens: stated }),
})

const plan = (text: string, listing?: OwnListing) => planImport(text, listing ? new Map([[id, listing]]) : own)
const errors = (text: string) => plan(text).errors.map(({ line, message }) => `${line}: ${message}`)

describe('products in a file', () => {
  it('are imported as they were exported', () => {
    const { id: _, images, ...rest } = cake
    const variations = cake.variations.map(inFile)
    const option_groups = cake.option_groups.map(({ id: _id, ...group }) => ({
      ...group,
      choices: group.choices.map(inFile),
    }))
    const questions = cake.questions.map(({ id: _id, ...question }) => question)
    const read = plan(writeProducts([cake]))
    expect(read.errors).toEqual([])
    expect(read.products).toEqual([
      {
        line: 2,
        id,
        name: cake.name,
        note: null,
        record: { ...rest, variations, option_groups, questions, images: images.map(({ image }) => image) },
      },
    ])
  })

  it.each(cellColumns)('have a %s that differs from a new product’s', (column) => {
    const initial = productFormDefaults[column]
    const isForBespoke = ['product_type', 'min_price', 'max_price', 'requires_consultation'].includes(column)
    const record = saved({
      [column]:
        typeof initial === 'boolean'
          ? !initial
          : !Array.isArray(initial)
            ? '77'
            : { diets: ['halal'], occasions: ['birthday'], allergen_answers: ['fish'] }[String(column)],
      product_type: isForBespoke ? 'bespoke' : 'standardized',
      ...(column === 'allergen_answers' && { ingredients: 'Swedish fish', allergens: { fish: 'free' } }),
    })
    expect(record[column]).not.toEqual(saved({})[column])
    const read = plan(writeProducts([{ ...record, id, images: [] }]))
    expect(read.products[0]?.record[column]).toEqual(record[column])
  })

  it('need only a name, and become drafts until their allergens are declared', () => {
    const { products } = plan('Name,Price,free from,contains\nBread,£3.80,all others,wheat\nScone,,,\n')
    expect(products).toMatchObject([
      {
        line: 2,
        id: null,
        note: null,
        record: {
          name: 'Bread',
          price: 3.8,
          status: 'active',
          allergens: { gluten: 'contains', wheat: 'contains', milk: 'free' },
        },
      },
      { line: 3, note: expect.stringContaining('draft'), record: { name: 'Scone', price: 0, status: 'draft' } },
    ])
  })

  it('change only in the columns that a line fills', () => {
    const records = (text: string) => plan(text).products.map(({ record }) => record)
    expect(records(`id,price,stock,status,description\n${id},"1,250.00",,,`)).toEqual([{ price: 1250 }])
    expect(records(`id,min_price,max_price\n${id},20,30`)).toEqual([{ min_price: 20, max_price: 30 }])
    const standardized = {
      product_type: 'standardized',
      min_price: null,
      max_price: null,
      requires_consultation: false,
    }
    expect(records(`id,type\n${id},standardized`)).toEqual([standardized])
  })

  it('are not put on sale before all 14 allergens are declared', () => {
    const draft = { ...listed, status: 'draft', isDeclared: false }
    const refused = { errors: [{ line: 2, message: expect.stringMatching(/^status: All 14 allergens/) }] }
    expect(plan(`id,status\n${id},active`, draft)).toMatchObject(refused)
    expect(plan(`id,status,contains,free from\n${id},active,gluten,all others`, draft)).toMatchObject(refused)
    expect(plan(`id,status,contains,free from\n${id},active,wheat,all others`, draft).errors).toEqual([])
    expect(plan(`id,status\n${id},active`, { ...listed, status: 'hidden' }).errors).toEqual([])
    // A listed, undeclared product stays listed. A product that becomes undeclared gets a note.
    expect(plan(`id,price,status\n${id},3,active`, { ...listed, isDeclared: false }).errors).toEqual([])
    expect(plan(`id,contains\n${id},milk`).products[0]?.note).toContain('cannot be bought')
  })

  it('are not put on sale while a choice mentions an allergen without an answer', () => {
    const words = 'mentions walnuts. Please write contains, may contain or free from in its brackets.'
    const added = (choices: string, status = '') =>
      plan(`name,status,free from,variations,choices\nCake,${status},all others,${choices}`)
    const refusal = [{ line: 2, message: `“Walnuts” ${words}` }]
    expect(added('8 inch,Topping = Walnuts: 1 | Cherries: 2').errors).toEqual(refusal)
    expect(added('Walnuts: 2,').errors).toEqual(refusal)
    expect(added('Walnuts: 2,', 'draft').products).toMatchObject([{ record: { unanswered_allergens: ['walnut'] } }])
    for (const answer of ['contains', 'may contain', 'free from'])
      expect(added(`8 inch,Topping = Walnuts: 1 [${answer} walnut] | Cherries: 2`).errors).toEqual([])

    const changed = `id,variations,choices\n${id},Small | WALNUTS,Topping = walnuts | Cherries`
    const choices = [{ name: 'Walnuts', allergens: { nuts: 'contains', walnut: 'contains' } }]
    const saved = { ...listed, variations: choices, option_groups: [{ name: 'topping', choices }] }
    expect(plan(changed).errors).toEqual([
      { line: 2, message: `“WALNUTS” ${words}` },
      { line: 2, message: `“walnuts” ${words}` },
    ])
    // A choice of the same name keeps its allergens.
    expect(plan(changed, saved).errors).toEqual([])
    expect(plan(changed, { ...saved, option_groups: [] }).errors).toHaveLength(1)
    expect(plan(changed, { ...listed, allergens: { nuts: 'contains', walnut: 'contains' } }).errors).toEqual([])
    expect(plan(changed, { ...listed, status: 'draft' }).products).toMatchObject([
      { record: { unanswered_allergens: ['walnut'] } },
    ])
    const unanswered = { ...saved, variations: [{ name: 'Walnuts' }] }
    expect(plan(`id,price\n${id},4`, unanswered).products).toMatchObject([{ record: { price: 4 } }])
    expect(plan(`id,free from\n${id},all others`, unanswered).errors).toHaveLength(1)
  })

  it('need an answer where the declaration contradicts the ingredients', () => {
    const added = (answers: string) =>
      plan(`name,ingredients,free from,not_in_ingredients\nCake,"Sugar, butter",all others,${answers}`)
    expect(added('').errors).toEqual([
      {
        line: 2,
        message:
          'not_in_ingredients: Your ingredients mention butter. Please declare it, or answer that it does not contain milk.',
      },
    ])
    expect(added('Milk').products).toMatchObject([{ record: { allergen_answers: ['milk'] } }])
    const changed = (answers: string, more: Partial<OwnListing>) =>
      plan(`id,ingredients,not_in_ingredients\n${id},Butter,${answers}`, {
        ...listed,
        allergens: { milk: 'free' },
        ...more,
      })
    expect(changed('', {}).errors).toHaveLength(1)
    expect(changed('', { allergen_answers: ['milk'] }).errors).toEqual([])
    expect(changed('milk', {}).products).toMatchObject([{ record: { allergen_answers: ['milk'] } }])
  })

  it('are refused by line, with every error', () => {
    const text = [
      'id,name,price,stock,type,status,contains,pickup,pictures,variations',
      ',x,free,1.5,magic,sold,gravel,perhaps,cake.png,Big: 2 | big: 3',
      'not-mine,Cake,,,,,,,,',
      `${id},Cake,,,,,,,,`,
      `${id},Cake again,,,,,,,,`,
      ',Cake,1,2,,,,,,,,too many',
    ].join('\n')
    expect(errors(text)).toEqual([
      '2: type: Please write standardized or bespoke.',
      '2: pickup: Please write yes or no.',
      '2: contains: “gravel” is none of the 14 allergens. The nearest known words are graham, gravlax, graviera.',
      '2: pictures: Please enter a valid URL.',
      '2: status: Please write active, draft or hidden.',
      '2: name: Product name must be at least 2 characters.',
      '2: price: Please enter a valid price.',
      '2: stock: Please enter a whole number.',
      '2: variations: “big”: This variation is listed twice.',
      '3: Your shop has no product with this id. Leave it empty to add one.',
      '5: The same product is already on line 4.',
      '6: There are more cells than columns. Texts with commas belong in quotes.',
    ])
  })

  it('have choices and questions that a seller writes in a cell', () => {
    const read = (column: string, cell: string) => plan(`name,${column}\nCake,"${cell}"\n`)
    expect(read('choices', 'Topping = Walnuts: £1.50 [contains Walnut] | Cherries').products[0]?.record).toMatchObject({
      option_groups: [
        {
          name: 'Topping',
          is_required: true,
          max_choices: 1,
          choices: [
            { name: 'Walnuts', price_delta: 1.5, allergens: { nuts: 'contains', walnut: 'contains' } },
            { name: 'Cherries', price_delta: 0 },
          ],
        },
      ],
    })
    expect(
      read('choices', 'Box [optional] = Tin: 4\r\nExtra [ AT MOST 3; optional ] = Jam').products[0]?.record,
    ).toMatchObject({
      option_groups: [
        { name: 'Box', is_required: false, max_choices: 1 },
        { name: 'Extra', is_required: false, max_choices: 3 },
      ],
    })
    expect(read('questions', 'Message: 2 [required; at most 12 characters] | Age').products[0]?.record).toMatchObject({
      questions: [
        { name: 'Message', price: 2, is_required: true, max_length: 12 },
        { name: 'Age', price: 0, is_required: false, max_length: 30 },
      ],
    })
    // A choice keeps what the cell does not state, and loses what the cell says that it has not.
    expect(read('variations', 'Big: 1 [no stock limit; no allergens] | Small: -1').products).toEqual([])
    expect(plan(`id,variations\n${id},Big: 1 [no stock limit; no allergens] | Small: -1`).products[0]?.record).toEqual({
      variations: [
        { name: 'Big', price_delta: 1, stock: null, allergens: {} },
        { name: 'Small', price_delta: -1 },
      ],
      unanswered_allergens: [],
    })
  })

  it('name the column and the choice of an error', () => {
    const text = [
      'name,price,variations,choices,questions',
      'Cake,9,Big: 1 [vegan],Walnuts: 1 | Cherries: 2,Message: 2 [red]',
      'Cake,9,Big: 1 [contains gravel; may contain milk; contains milk],Topping = Fig: -9,Message: -1 [300 characters]',
      'Cake,9,Big: 1 [stock many],Topping [at most 31] = Fig | fig,Message | message',
      `Cake,9,${'a|'.repeat(51)},Topping =,${Array.from({ length: 11 }, (_, n) => `Q${n}`).join('|')}`,
    ].join('\n')
    expect(errors(text)).toEqual([
      '2: variations: Please write stock, contains, may contain, takes away or free from, not “vegan”.',
      '2: choices: Please write “Topping = Walnuts: 1.50 | Cherries: 1”, each group on its own line, not “Walnuts: 1 | Cherries: 2”.',
      '2: questions: Please write required or a number of characters, not “red”.',
      '3: variations: “gravel” is none of the 14 allergens. The nearest known words are graham, gravlax, graviera.',
      '3: variations: “milk” is stated twice.',
      '3: questions: “Message”: Please enter a number from 1 to 200.',
      '3: questions: “Message”: Please enter an amount, such as 2 or 1.50.',
      '3: choices: “Topping”: “Fig”: With other discounts, this would reduce the price to zero or less.',
      '4: variations: “Big”: Please enter a whole number.',
      '4: choices: “Topping”: At most 30.',
      '4: questions: “message”: This question is listed twice.',
      '4: choices: “Topping”: “fig”: This choice is listed twice.',
      '5: variations: A product can have up to 50 variations.',
      '5: choices: “Topping”: Please add a choice.',
      '5: questions: A product can have up to 10 questions.',
    ])
  })

  it('hold as many choices as the database', () => {
    const most = (count: number, one: (n: number) => string, separator: string) =>
      Array.from({ length: count }, (_, n) => one(n)).join(separator)
    const group = (choices: number) => (n: number) => `G${n} = ${most(choices, (m) => `C${m} [contains walnut]`, '|')}`
    const file = (cell: string) => plan(`name,choices\nCake,"${cell}"`)
    expect(file(most(10, group(30), '\n')).products[0]?.record.option_groups?.[9]?.choices).toHaveLength(30)
    expect(file(most(11, group(1), '\n')).errors[0]?.message).toContain('up to 10 groups')
    expect(file(group(31)(1)).errors[0]?.message).toContain('up to 30 choices')
  })

  it('are never formulas to a spreadsheet', () => {
    const [, ...rows] = parseCsv(
      writeProducts([{ ...cake, option_groups: cake.option_groups.map((group) => ({ ...group, name: '+1' })) }, cake]),
    )
    const cells = rows.flatMap((row) => row.cells)
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cells).toContainEqual(expect.stringMatching(/^'\+1 \[/))
  })

  it.each([
    ['', '1: The file is empty.'],
    ['name', '1: The file has a heading but no products.'],
    ['price\n1', '1: A column “name” is needed.'],
    ['name,name\na,b', '1: The column “name” appears twice.'],
    ['name\n"Cake', '2: A quotation mark is not closed.'],
    [`name\n${'Cake\n'.repeat(2001)}`, '1: A file may have up to 2,000 products.'],
    [`name${',,x'.repeat(200)}\nCake`, '1: A file may have up to 100 columns.'],
  ])('are refused as a whole for an unreadable file: %#', (text, error) => {
    expect(errors(text)).toEqual([error])
  })

  it('are refused for a cell that is too long, which is named by its column if it has a heading', () => {
    const long = 'x'.repeat(200_001)
    expect(errors(`name,,price\n${long},,\nBun,${long},\nBun,,,${' '.repeat(200_001)}`)).toEqual([
      '2: name: A cell has at most 200,000 characters.',
      '3: A cell has at most 200,000 characters.',
    ])
  })

  it('have a documented list of columns', () => {
    expect(errors('name,colour\na,b')[0]).toMatch(/^1: There is no column “colour”\. The columns are: id, name, /)
  })

  it('have one line of text where the database requires it', () => {
    expect(
      errors('name,category,variations,description\n"Two\nlines","a\nb","c\nd","Two\nlines"\nBell\u0007,,,'),
    ).toEqual([
      '2: name: Product name must be on one line.',
      '2: category: Category must be on one line.',
      '2: variations: “c\nd”: A variation’s name must be on one line.',
      '7: name: There is a character in it that cannot be printed.',
      '7: name: Product name must be on one line.',
    ])
  })

  it.each([
    ['a heading of a million cells', `name${','.repeat(1_000_000)}\n${'Cake\n'.repeat(2000)}`],
    ['a cell of a megabyte', `name,variations\nCake,${`a${' '.repeat(1_000)}`.repeat(1_000)}\n`],
    ['the longest list of variations', `name,variations\n${`Cake,${'a|'.repeat(12_000)}\n`.repeat(150)}`],
    ['a long run of spaces', `name,variations\n${`Cake,a${' '.repeat(24_000)}b\n`.repeat(150)}`],
    ['the longest groups of choices', `name,choices\n${`Cake,${'a=b[c]|'.repeat(12_000)}\n`.repeat(40)}`],
    ['backslashes in place of choices', `name,choices\n${`Cake,${'\\\\'.repeat(45_000)}a\n`.repeat(40)}`],
    ['open brackets', `name,variations,questions\n${`Cake,${'['.repeat(90_000)},${'['.repeat(9_000)}]\n`.repeat(40)}`],
    ['unknown allergens', `name,contains\n${`Cake,${'x;'.repeat(12_000)}\n`.repeat(150)}`],
    ['two million lines', 'a\n'.repeat(2_000_000)],
    ['nothing but quotes', '"'.repeat(3_999_999)],
    ['noise', Array.from({ length: 400_000 }, (_, n) => String.fromCharCode((n * 7919) % 65_536)).join('')],
  ])(
    'take linear time to read: %s',
    (_, text) => {
      // Quadratic time would take hours and hit the test's timeout.
      for (const { message } of plan(text).errors) expect(message.length).toBeLessThan(600)
    },
    30_000,
  )
})

it.each(optionColumns)('the example of $heading is read without an error', ({ column, example }) => {
  expect(errors(`Name,${column}\nBun,"${example}"\n`)).toEqual([])
})

it('allergens are read in the words of the vocabulary', () => {
  const read = (contains: string, free = '') =>
    plan(`Name,contains,free_from\nBun,${contains},${free}\n`).products[0]?.record.allergens
  expect(read('egg; dairy; soy; almonds; sulphur dioxide; plain flour')).toMatchObject({
    eggs: 'contains',
    milk: 'contains',
    soya: 'contains',
    almond: 'contains',
    nuts: 'contains',
    sulphites: 'contains',
    wheat: 'contains',
  })
  expect(read('none', 'shellfish; fish')).toEqual({ crustaceans: 'free', molluscs: 'free', fish: 'free' })
  expect(errors('Name,contains\nBun,almnds\n')).toEqual([
    '2: contains: “almnds” is none of the 14 allergens. The nearest known words are almond, amande, almendra.',
  ])
})

it('diets are read by their names, and contradictions with the allergens are reported', () => {
  expect(plan('Name,diets\nTea,Vegan; No alcohol\n').products[0]?.record.diets).toEqual(['vegan', 'no_alcohol'])
  expect(errors('Name,diets\nTea,paleo\n')).toHaveLength(1)
  expect(errors('Name,diets,contains\nBun,vegan,milk\n')[0]).toContain('not vegan')
})

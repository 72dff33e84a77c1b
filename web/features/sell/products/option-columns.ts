/** How sellers write variations, choices and questions in a products file. Each example is a cell that the import reads. */
export const optionColumns = [
  {
    heading: 'variations',
    column: 'variations',
    example:
      '6 inch: 0 | 8 inch: 9.50 [stock 4; net 900 g; contains walnut; may contain milk; ingredients walnuts, honey]',
    text: 'Each with the change of the price. Brackets state its own stock, weight, ingredients and the allergens that it adds.',
  },
  {
    heading: 'choices',
    column: 'choices',
    example:
      'Topping = Walnuts: 1.50 [contains walnut] | Cherries: 1\nExtras [optional; at most 2] = Candles: 2 | Gift box: 3',
    text: 'Each group has a line of its own in the cell. Buyers must choose one, unless brackets state otherwise.',
  },
  {
    heading: 'choices that replace something, or only sound like an allergen',
    column: 'choices',
    example:
      'Milk = Oat drink: 0 [takes away milk; contains oats; replaces whole milk; ingredients oats, water] | Peanut shape: 0 [free from peanuts]',
    text: 'A choice that mentions an allergen has to state it. The column not_in_ingredients answers the same of the ingredients.',
  },
  {
    heading: 'questions',
    column: 'questions',
    example: 'Message on the cake: 2 [30 characters] | Name [required; 12 characters]',
    text: 'Each with its price.',
  },
]

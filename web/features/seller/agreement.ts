/** The Seller Health & Safety Agreement: one text for the page and for the dialog in which it is accepted. */
import { sellerTermsVersion } from '#domain/seller-terms'
import type { NumberedSection } from '#ui/numbered-text'

export const agreementTitle = 'Seller Health & Safety Agreement'

export const agreementIntroduction =
  'People trust you with what they eat. By opening a shop on Tuckbox you agree to the ten points below. They say in plain words what food law in the UK and this marketplace expect of you. They are not legal advice: your council and the Food Standards Agency (food.gov.uk) or Food Standards Scotland have the last word on what applies to your kitchen.'

/** When the text below was last changed. */
export const agreementDate = sellerTermsVersion

export const agreementSections: readonly NumberedSection[] = [
  {
    heading: 'Compliance with laws',
    paragraphs: [
      'You run your own food business and are responsible for keeping the laws that apply to it. In particular:',
    ],
    points: [
      'You register with your local council at least 28 days before you start selling, also when you sell from home and however little. Registration is free and cannot be refused.',
      'You hold the licences, permissions and insurance that your food and your home need, such as your landlord’s or mortgage lender’s consent.',
      'You keep your own records for tax. Above 30 sales or about 2,000 euros in a year, platforms such as ours report sellers to HMRC.',
      'You sell nothing through Tuckbox that may not be sold as food.',
    ],
  },
  {
    heading: 'Food safety and handling',
    paragraphs: [
      'You keep food safe from the moment you buy the ingredients until it is in your buyer’s hands. You work by a written food safety plan based on the principles of HACCP, which may be as simple as the free packs of the food authorities, and you:',
    ],
    points: [
      'understand food hygiene well enough for what you make, and keep that knowledge fresh;',
      'cook, cool, chill and store food at safe temperatures, and keep raw food apart from food that is ready to eat;',
      'wash your hands, and do not prepare food while you are ill with sickness or diarrhoea, nor for 48 hours after it has stopped;',
      'pack food in clean materials made for food, and hand it over or send it so that it arrives safe to eat;',
      'note where your ingredients came from, so that they can be traced if something is wrong with them.',
    ],
  },
  {
    heading: 'Allergen information',
    paragraphs: [
      'A mistake about an allergen can cost a life. For everything you list, you declare each of the 14 allergens that the law names as contained, possibly contained or free, and say which cereals and which nuts. You:',
    ],
    points: [
      'keep the declaration true to the recipe you use today, and change it before you change the recipe or an ingredient;',
      'say ‘free from’ only where you can rule out traces from your kitchen, your tools and your suppliers;',
      'give allergen information in writing before the purchase, through your listing, and again with the food when you hand it over;',
      'answer buyers’ questions about allergens honestly, and refuse an order that you cannot make safely.',
    ],
  },
  {
    heading: 'Home kitchen rules',
    paragraphs: ['A home may be a food business’s kitchen. While you make food for others in yours:'],
    points: [
      'pets, small children, smokers and laundry stay out of it;',
      'work surfaces, tools and hands are cleaned before you start and between tasks, and cloths are fresh;',
      'food for sale is stored apart from your household’s own, covered, dated and away from the floor;',
      'waste is kept covered and taken out often, and you look out for signs of pests.',
    ],
  },
  {
    heading: 'Liability and indemnity',
    paragraphs: [
      'Tuckbox is where buyers find you; the food, and the contract to supply it, are yours. You are responsible for harm that your food or your listing causes, and you make good what claims about them cost Tuckbox, unless we caused the harm ourselves.',
      'We recommend product and public liability insurance. Nothing here limits anyone’s rights, or ours or your responsibility, where the law does not allow that: for death or personal injury by negligence, for instance.',
    ],
  },
  {
    heading: 'Quality control',
    paragraphs: ['What buyers get is what your listing promised. You:'],
    points: [
      'show pictures of your own food and describe it as it is;',
      'take only the orders you can bake well: set stock, lead times, pickup limits and holidays accordingly;',
      'have food ready on the day and in the window agreed, and tell your buyer at once when something goes wrong;',
      'accept cancellations within 24 hours of purchase, and until 4 hours before a pickup, as every shop on Tuckbox does, and put right what is not as described.',
    ],
  },
  {
    heading: 'Food labelling',
    paragraphs: [
      'Food that you pack before it is ordered, and sell where it was packed, carries a label with its name and its full list of ingredients, with the 14 allergens emphasised in the list. Other food comes with what the law asks for it, such as storage advice and a use-by or best-before date.',
      'Tuckbox prints labels from what your listing says, for every product and every order. Before you stick one on, check that it is right for what is in the box.',
    ],
  },
  {
    heading: 'Our right to remove listings or suspend sellers',
    paragraphs: [
      'Where we believe that food may be unsafe, that a listing is wrong or misleading, or that this agreement is broken, we may take down listings, and suspend or close a shop. When safety is at stake we act first and explain afterwards.',
      'We tell you why, and you may answer. Orders that were paid and cannot be fulfilled are refunded.',
    ],
  },
  {
    heading: 'Verification and audit',
    paragraphs: [
      'We may ask you for proof of your registration, hygiene rating, training, insurance or recipes, and for the records behind an allergen declaration, and you send them within a reasonable time. A registration number or hygiene rating that you show must be your own and current.',
      'We work with councils and food authorities when they look into a complaint, and may tell them what is on your shop’s page and what was sold.',
    ],
  },
  {
    heading: 'Updates to these terms',
    paragraphs: [
      'Laws and good practice change, and this agreement follows. We announce changes that matter at least 14 days before they apply, or at once where safety or the law demands it. Whoever keeps a shop open after that date agrees to them; whoever does not may close it at any time.',
    ],
  },
]

/** The Seller Health & Safety Agreement: one text for the page and the dialog. */
import { sellerTermsVersion } from '#domain/selling/seller-terms'
import type { NumberedSection } from '#ui/numbered-text'

const sections: readonly NumberedSection[] = [
  {
    heading: 'Compliance with laws',
    paragraphs: [
      'You run your own food business and are responsible for keeping the laws that apply to it. In particular:',
    ],
    points: [
      'You register with your local council at least 28 days before you start selling, even if you sell from home or only a little. Registration is free and cannot be refused.',
      'You hold the licences, permissions and insurance that your food and your home need, such as your landlord’s or mortgage lender’s consent.',
      'You keep your own records for tax. Platforms such as ours report sellers with more than 30 sales or about 2,000 euros in a year to HMRC.',
      'You sell nothing through Tuckbox that cannot legally be sold as food.',
    ],
  },
  {
    heading: 'Food safety and handling',
    paragraphs: [
      'You keep food safe from the moment you buy the ingredients until it is in your buyer’s hands. You follow a written food safety plan based on the principles of HACCP, which may be as simple as the food authorities’ free packs, and you:',
    ],
    points: [
      'understand food hygiene well enough for what you make, and keep that knowledge up to date;',
      'cook, cool, chill and store food at safe temperatures, and keep raw food apart from food that is ready to eat;',
      'wash your hands, and do not prepare food while you are ill with sickness or diarrhoea, nor for 48 hours after it has stopped;',
      'pack food in clean materials made for food, and hand it over or send it so that it arrives safe to eat;',
      'note where your ingredients came from, so that they can be traced if something is wrong with them.',
    ],
  },
  {
    heading: 'Allergen information',
    paragraphs: [
      'A mistake about an allergen can cost a life. For everything you list, you declare each of the 14 allergens named in law as ‘contains’, ‘may contain’ or ‘free from’, and say which cereals and which nuts. You:',
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
    paragraphs: ['You may run a food business from your home kitchen. While you make food for others in it:'],
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
      'Buyers find you on Tuckbox; the food, and the contract to supply it, are yours. You are responsible for harm that your food or your listing causes, and you repay Tuckbox what claims about them cost us, unless we caused the harm ourselves.',
      'We recommend product and public liability insurance. Nothing here limits anyone’s rights, or your responsibility or ours, where the law does not allow it: for example, for death or personal injury caused by negligence.',
    ],
  },
  {
    heading: 'Quality control',
    paragraphs: ['Buyers get what your listing promised. You:'],
    points: [
      'show pictures of your own food and describe it as it is;',
      'take only the orders you can make well: set stock, lead times, pickup limits and closures accordingly;',
      'have food ready on the day and in the window agreed, and tell your buyer at once when something goes wrong;',
      'accept cancellations by the terms that your shop shows: within 24 hours of purchase and until 4 hours before a pickup, or terms of your own;',
      'refund everything if you cancel, and put right what is not as described, whatever your terms say.',
    ],
  },
  {
    heading: 'Food labelling',
    paragraphs: [
      'Food that you pack before it is ordered, and sell where it was packed, carries a label with its name and its full list of ingredients, with the 14 allergens emphasised in the list. Other food comes with the information that the law requires, such as storage advice and a use-by or best-before date.',
      'Tuckbox prints labels from your listing, for every product and every order. Before you stick one on, check that it is right for what is in the box.',
    ],
  },
  {
    heading: 'Our right to remove listings or suspend sellers',
    paragraphs: [
      'Where we believe that food may be unsafe, that a listing is wrong or misleading, or that this agreement is broken, we may take down listings, and suspend or close a shop. When safety is at stake, we act first and explain afterwards.',
      'We tell you why, and you may respond. Paid orders that cannot be fulfilled are refunded.',
    ],
  },
  {
    heading: 'Verification and audit',
    paragraphs: [
      'We may ask you for proof of your registration, hygiene rating, training, insurance or recipes, and for the records behind an allergen declaration, and you send them within a reasonable time. A registration number or hygiene rating that you show must be your own and current.',
      'We work with councils and food authorities when they look into a complaint, and may share what is on your shop’s page and what was sold.',
    ],
  },
  {
    heading: 'Updates to these terms',
    paragraphs: [
      'Laws and good practice change, and this agreement follows. We announce changes that matter at least 14 days before they apply, or at once where safety or the law demands it. If you keep your shop open after that date, you agree to them; if you do not agree, you may close it at any time.',
    ],
  },
]

export const agreement = {
  title: 'Seller Health & Safety Agreement',
  date: sellerTermsVersion,
  introduction:
    'People trust you with what they eat. By opening a shop on Tuckbox you agree to the ten points below. They set out in plain words what UK food law and this marketplace expect of you. They are not legal advice: your local council and the Food Standards Agency (food.gov.uk) or Food Standards Scotland have the last word on what applies to your kitchen.',
  sections,
}

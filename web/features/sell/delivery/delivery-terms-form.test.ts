import { describe, expect, it } from 'vitest'
import { type DeliveryTermsFormInput, deliveryTermsForm, deliveryTermsFormValues } from './delivery-terms-form.ts'

const empty = deliveryTermsFormValues(null)
const read = (values: Partial<DeliveryTermsFormInput>) => deliveryTermsForm.safeParse({ ...empty, ...values })
const errors = (values: Partial<DeliveryTermsFormInput>) =>
  read(values).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('the form of delivery terms', () => {
  it('is no row for the marketplace’s terms, whatever else is filled in', () => {
    expect(read({ fee: 'x', bands: [{ miles: 'x', fee: 'x' }] })).toEqual({ success: true, data: null })
  })

  it.each<[string, Partial<DeliveryTermsFormInput>, object]>([
    ['a flat fee', { basis: 'flat', fee: ' £4.50 ', freeFrom: '40' }, { fee: 4.5, zones: [], free_from: 40 }],
    ['no fee', { basis: 'flat', fee: '0' }, { fee: 0, zones: [], free_from: null, minimum_order: null }],
    [
      'distance bands',
      {
        basis: 'distance',
        fee: '9',
        bands: [
          { miles: '2', fee: '3' },
          { miles: '5.5', fee: '4' },
        ],
        minimumOrder: '15',
      },
      {
        fee: null,
        zones: [
          { miles: 2, fee: 3 },
          { miles: 5.5, fee: 4 },
        ],
        minimum_order: 15,
      },
    ],
    [
      'postcode districts',
      { basis: 'postcode', areas: [{ districts: 'se1, SE15;EC1A\n N1', fee: '3' }] },
      { fee: null, zones: [{ districts: ['SE1', 'SE15', 'EC1A', 'N1'], fee: 3 }] },
    ],
  ])('reads %s, and shows it again', (_, values, row) => {
    const { data } = read(values)
    expect(data).toMatchObject({ basis: values.basis, ...row })
    if (!data) throw new Error('no row')
    expect(deliveryTermsForm.parse(deliveryTermsFormValues(data))).toEqual(data)
  })

  it('names each mistake at its field', () => {
    for (const fee of ['', '-1', '100.01', '1.005', 'four', '1e1'])
      expect(errors({ basis: 'flat', fee })).toEqual(['fee: Please enter a fee from £0 to £100.'])
    expect(errors({ basis: 'flat', fee: '4', freeFrom: '0', minimumOrder: '10001' })).toHaveLength(2)
    const bands = [
      { miles: '5', fee: '3' },
      { miles: '5', fee: '' },
      { miles: '0', fee: '3' },
    ]
    expect(errors({ basis: 'distance', bands })).toEqual([
      'bands.1.miles: Each distance must be longer than the one before.',
      'bands.1.fee: Please enter a fee from £0 to £100.',
      'bands.2.miles: Please enter a distance between 0.1 and 500 miles.',
    ])
    const areas = [
      { districts: 'SE1, SE1', fee: '3' },
      { districts: 'SE1', fee: '3' },
      { districts: '', fee: '3' },
      { districts: 'SE1 9SG, London', fee: '3' },
    ]
    expect(errors({ basis: 'postcode', areas })).toEqual([
      'areas.0.districts: SE1 is listed twice.',
      'areas.1.districts: SE1 is listed twice.',
      'areas.2.districts: Please enter postcode districts, such as SE1, SE15.',
      'areas.3.districts: Please enter postcode districts, such as SE1, SE15.',
    ])
  })

  it('accepts 200 districts and no more', () => {
    const districts = (count: number) =>
      Array.from({ length: count }, (_, n) => `${'ABCD'[n % 4]}${Math.floor(n / 4)}`).join(' ')
    expect(errors({ basis: 'postcode', areas: [{ districts: districts(200), fee: '3' }] })).toEqual([])
    expect(errors({ basis: 'postcode', areas: [{ districts: districts(201), fee: '3' }] })).toHaveLength(1)
  })
})

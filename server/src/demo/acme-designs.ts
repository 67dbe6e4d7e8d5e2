import type { DemoTemplate } from './company.ts'
import { design } from './rows.ts'

type Note = DemoTemplate['notes'][number]

const text = (key: string, label: string, max_length: number, more: Partial<Note> = {}): Note => ({
  ...{ key, label, max_length, fit: 'shrink_and_wrap' as const },
  ...more,
})
const line = (key: string, label: string, max_length: number, more: Partial<Note> = {}): Note =>
  text(key, label, max_length, { fit: 'shrink', max_lines: 1, ...more })
const centered = { align: 'center' as const, vertical_align: 'middle' as const }
const photo: Note = { key: 'photo', label: 'Photo', fit: 'cover' }
const logo: Note = { key: 'logo', type: 'logo', label: 'Logo' }
const color = (key: string, label: string, palette: string[]): Note => ({ key, label, palette })
const shown = (key: string, label: string): Note => ({ key, type: 'boolean', label })
const euros = { style: 'currency' as const, currency: 'EUR' }

const post = [1080, 1080, 'px'] as const
const print = (mm: number) => ({ metadata: { bleed_mm: mm } })
const deep = ['brand:Forest', 'brand:Lake', 'brand:Berry', 'brand:Coal']

/** Designs with every type of variable and rule, for print and screen. */
export const acmeDesigns: readonly DemoTemplate[] = [
  design(
    'launch-post',
    'Launch Post',
    post,
    ['Social', 'Campaign'],
    0,
    'A new thing in the shop: what it is, what it costs, and why now. Fits the rows of launch-posts.csv.',
    [
      { ...photo, min_width: 648 },
      color('panel', 'Panel', deep),
      logo,
      text('headline', 'Headline', 48, { required: true, max_lines: 5, min_size: 30, vertical_align: 'top' }),
      text('product', 'Product', 60, { max_lines: 3, min_size: 20 }),
      shown('badge', 'New badge'),
      { key: 'price', type: 'number', label: 'Price', format: euros, ...centered, fit: 'shrink' },
    ],
    { externalId: 'TPL-LAUNCH', metadata: { channel: 'instagram' }, pictureFolders: { photo: '/Products' } },
  ),
  design(
    'trail-story',
    'Trail Story',
    [1080, 1920, 'px'],
    ['Social', 'Campaign'],
    2,
    'One place, one line and a button, over a tall photo.',
    [
      { ...photo, min_width: 800 },
      logo,
      line('place', 'Place', 40),
      text('headline', 'Headline', 48, {
        required: true,
        max_lines: 3,
        min_size: 60,
        vertical_align: 'bottom',
      }),
      text('line', 'Sentence', 120, { max_lines: 3, min_size: 28 }),
      color('accent', 'Button color', ['brand:Ember', 'brand:Berry', 'brand:Lake']),
      line('button', 'Button', 24, centered),
    ],
    { metadata: { channel: 'instagram' } },
  ),
  design(
    'web-banner',
    'Billboard 970 × 250',
    [970, 250, 'px'],
    ['Social', 'Campaign'],
    2,
    'The wide advertisement above an article.',
    [
      color('ground', 'Ground', ['brand:Sun', 'brand:Canvas', 'brand:Sage']),
      photo,
      logo,
      text('headline', 'Headline', 44, {
        required: true,
        max_lines: 2,
        min_size: 22,
        vertical_align: 'middle',
      }),
      line('button', 'Button', 20, centered),
      line('offer', 'Offer', 40, { vertical_align: 'middle' }),
    ],
  ),
  design(
    'postcard',
    'Postcard A6',
    [148, 105, 'mm'],
    ['Print', 'Retail'],
    2,
    'A place on a card, with a message on the back. 3 mm of bleed.',
    [
      { ...photo, min_width: 1200 },
      text('greeting', 'Greeting', 40, { ...centered, max_lines: 2, min_size: 7 }),
      line('place', 'Place', 48),
      line('line', 'Small line', 60),
      logo,
      text('message', 'Message', 240, { markup: true, min_size: 3.6 }),
      line('sender', 'Sender', 40),
    ],
    { ...print(3), pageCount: 2 },
  ),
  design(
    'event-flyer',
    'Event Flyer A4',
    [210, 297, 'mm'],
    ['Print', 'Campaign'],
    2,
    'An evening with a date, a text and a code to scan, with 3 mm of bleed.',
    [
      { ...photo, min_width: 1600 },
      color('accent', 'Accent color', ['brand:Ember', 'brand:Sun', 'brand:Berry']),
      logo,
      text('title', 'Title', 48, { required: true, max_lines: 2, min_size: 14, vertical_align: 'bottom' }),
      line('when', 'Date and time', 40, { required: true }),
      line('where', 'Place', 48, { required: true }),
      text('text', 'Text', 600, { markup: true, min_size: 3.8 }),
      { key: 'link', type: 'qr', label: 'Link of the code', max_length: 200, pattern: 'https?://.+' },
      text('call', 'Line below the code', 60, { max_lines: 3, align: 'center' }),
      line('footer', 'Address', 90),
    ],
    print(3),
  ),
  design(
    'price-list',
    'Price List A5',
    [148, 210, 'mm'],
    ['Print', 'Retail'],
    2,
    'Up to eight things with their prices, with 3 mm of bleed.',
    [
      color('ground', 'Header color', deep),
      logo,
      text('title', 'Title', 32, { required: true, max_lines: 2, min_size: 6, vertical_align: 'middle' }),
      line('season', 'Valid from', 48),
      { key: 'items', type: 'list', label: 'Items', max_rows: 8 },
      line('name', 'Item', 60, { required: true, vertical_align: 'middle' }),
      {
        key: 'price',
        type: 'number',
        label: 'Price',
        required: true,
        format: euros,
        vertical_align: 'middle',
      },
      text('note', 'Note', 160, { max_lines: 2, min_size: 3.4 }),
    ],
    print(3),
  ),
  design(
    'workshop-ticket',
    'Workshop Ticket',
    [210, 74, 'mm'],
    ['Print', 'Retail'],
    2,
    'A ticket with the name of the guest and a code for the door.',
    [
      color('ground', 'Color', deep),
      logo,
      text('title', 'Workshop', 48, { required: true, max_lines: 2, min_size: 7, vertical_align: 'middle' }),
      line('when', 'Date and time', 40, { required: true }),
      line('where', 'Place', 48),
      line('name', 'Guest', 48, { required: true, ...centered, min_size: 3.5 }),
      { key: 'code', type: 'qr', label: 'Code', required: true, max_length: 60 },
      line('seat', 'Seat', 24, centered),
      shown('member', 'Club member'),
    ],
    print(3),
  ),
  design(
    'coffee-label',
    'Coffee Label',
    [120, 80, 'mm'],
    ['Print', 'Retail'],
    2,
    'Goes around a bag of coffee: front, back and barcode, with 2 mm of bleed.',
    [
      color('ground', 'Color', deep),
      logo,
      text('name', 'Name', 28, { required: true, max_lines: 2, min_size: 6, ...centered }),
      line('roast', 'Roast', 40, {
        align: 'center',
        options: [
          'light roast for slow mornings',
          'medium roast for the road',
          'dark roast for a tin pot',
          'decaf, for the second pot',
        ],
      }),
      line('weight', 'Weight', 12, { ...centered, options: ['100 g', '250 g', '500 g', '1 kg'] }),
      text('origin', 'Origin and use', 140, { required: true, min_size: 2.6 }),
      shown('organic', 'Organic'),
      {
        key: 'code',
        type: 'barcode',
        label: 'EAN',
        symbology: 'ean13',
        required: true,
        pattern: '[0-9]{12,13}',
      },
    ],
    print(2),
  ),
  design(
    'quote-languages',
    'Quote in Any Language',
    [1080, 1350, 'px'],
    ['Social'],
    2,
    'A sentence in any script. It grows smaller until it fits.',
    [
      color('ground', 'Ground', deep),
      text('quote', 'Quote', 180, {
        ...{ required: true, max_lines: 6, min_size: 40, vertical_align: 'middle' },
      }),
      line('who', 'Who said it', 60, { required: true }),
      logo,
    ],
  ),
  design(
    'palette-sheet',
    'Logo and Palette',
    [1600, 900, 'px'],
    ['Print', 'Retail'],
    2,
    'The colors of a season with the logo, for partners.',
    [
      logo,
      { key: 'logo_icon', type: 'logo', label: 'Mark' },
      line('title', 'Title', 40, { required: true }),
      line('note', 'Note', 80),
      ...[1, 2, 3, 4, 5].flatMap((at): Note[] => [
        color(`color_${at}`, `Color ${at}`, ['brand:*']),
        line(`name_${at}`, `Name of color ${at}`, 20),
        line(`code_${at}`, `Code of color ${at}`, 24),
      ]),
    ],
  ),
]

import { indexSvg } from '@atelier/svg/document-index'
import { readCleanSvg } from '@atelier/svg/read'
import { writeSvg } from '@atelier/svg/write'
import { type Fit, type Fonts, typeset, withFonts } from '@atelier/typesetting'

const box = { x: 20, y: 20, width: 300, height: 160 }

/** Texts in many scripts, with all ways of fitting. Runs in Node and in a browser. */
const fitted: [text: string, fit: Partial<Fit>, language?: string][] = [
  ['A long headline that has to wrap and shrink', { mode: 'shrink_and_wrap' }],
  ['Donaudampfschifffahrtsgesellschaftskapitän', { mode: 'wrap' }],
  ['مرحبا بكم في هذا النص الطويل (123) الذي يلتف', { mode: 'shrink_and_wrap', align: 'start' }],
  ['שלום עולם, זהו טקסט ארוך abc מאוד', { mode: 'shrink_and_wrap', align: 'end' }],
  ['नमस्ते दुनिया यह एक लंबा वाक्य है', { mode: 'ellipsis', maxLines: 2 }],
  ['สวัสดีชาวโลกนี่คือข้อความยาวที่ต้องตัดคำให้ถูกต้อง', { mode: 'wrap' }],
  ['ສະບາຍດີຊາວໂລກນີ້ແມ່ນຂໍ້ຄວາມຍາວ', { mode: 'wrap' }],
  ['សួស្តីពិភពលោកនេះជាអត្ថបទវែង', { mode: 'wrap' }],
  ['မင်္ဂလာပါကမ္ဘာလောကဒီစာသားက', { mode: 'wrap' }],
  ['これは箱の中で折り返す長い見出しです。句読点も。', { mode: 'shrink_and_wrap' }],
  ['안녕하세요 이것은 아주 긴 문장입니다', { mode: 'shrink' }],
  ['Emoji 👍🏽 👨‍👩‍👧 🇩🇪 and text', { mode: 'shrink_and_wrap', verticalAlign: 'middle' }],
  ['Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesellschaft', { mode: 'wrap' }],
  ['Internationalization of extraordinary announcements', { mode: 'wrap', hyphenate: true }, 'en'],
  ['Überraschende Geschwindigkeitsbegrenzungen', { mode: 'shrink_and_wrap', hyphenate: true }, 'de-AT'],
  ['Необыкновенные достопримечательности', { mode: 'wrap', hyphenate: true }, 'ru'],
  ['A **bold** word\n\n- one\n- two', { mode: 'shrink_and_wrap', markup: true }],
]

const documents = [
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><style>.a{font:italic 600 31px/1.3 Inter;letter-spacing:.03em}</style><path id="p" d="M20 150C100 20 200 20 300 150S500 250 560 100"/><linearGradient id="g"><stop stop-color="red"/></linearGradient><text class="a" x="10" y="50" text-anchor="middle" fill="url(#g)">AVATAR <tspan dy="-3" font-weight="900">office</tspan></text><text font-size="23.7" transform="rotate(12.3)"><textPath href="#p" startOffset="3.3%">On a path, 縦 and مرحبا</textPath></text><text x="300" y="20" writing-mode="vertical-rl">縦書き「A」</text><text y="90" rotate="7 13.7" textLength="217.3">Turned</text></svg>`,
]

export function outlinesOf(fonts: Fonts): Promise<string[]> {
  return withFonts(fonts, () => [
    ...documents.map((document) => outlined(document, fonts)),
    ...fitted.map(([text, fit, language]) =>
      outlined(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><text x="20" y="60" font-size="38">Designer</text></svg>',
        fonts,
        { text, fit: { mode: 'wrap', box, ...fit }, language },
      ),
    ),
  ])
}

function outlined(
  document: string,
  fonts: Fonts,
  fitted?: { text: string; fit: Fit; language: string | undefined },
): string {
  const root = readCleanSvg(document)
  const { findings, layout } = typeset(root, indexSvg(root), fonts, {
    ...(fitted?.language && { language: fitted.language }),
    ...(fitted && { fitOf: () => ({ key: 'text', ...fitted }) }),
  })
  return `${writeSvg(root)}\n${JSON.stringify({ findings, layout })}`
}

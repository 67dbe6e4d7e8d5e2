import { createHash } from 'node:crypto'
import { nameObject, type PdfFile, type Ref, textString } from './file.ts'

export type Conformance = 'none' | 'PDF/X-4' | 'PDF/A-2b'

export type Description = { title: string; conformance: Conformance; date: Date }

const producer = 'Atelier'

/** Formats a date as `D:YYYYMMDDHHmmSSZ` (ISO 32000-2 §7.9.4). */
const pdfDate = (date: Date) => `(D:${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z)`

export function infoOf(file: Pick<PdfFile, 'add'>, { title, conformance, date }: Description): Ref {
  const more = conformance === 'PDF/X-4' ? '/GTS_PDFXVersion(PDF/X-4)/Trapped/False' : ''
  return file.add(
    `<</Title${textString(title)}/Producer(${producer})/Creator(${producer})/CreationDate${pdfDate(date)}/ModDate${pdfDate(date)}${more}>>`,
  )
}

/** The same metadata as XMP, which archives and presses read. The packet must not be compressed. */
export function xmpOf(
  file: Pick<PdfFile, 'addStream'>,
  { title, conformance, date }: Description,
  content: string,
): Ref {
  const time = `${date.toISOString().slice(0, 19)}Z`
  const id = createHash('sha256').update(content).digest('hex')
  const uuid = `uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20, 32)}`
  const archive =
    conformance === 'PDF/A-2b' ? '<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>' : ''
  const press =
    conformance === 'PDF/X-4'
      ? '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion><pdf:Trapped>False</pdf:Trapped>'
      : ''
  const xmp = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"><dc:format>application/pdf</dc:format><dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title><xmp:CreatorTool>${producer}</xmp:CreatorTool><xmp:CreateDate>${time}</xmp:CreateDate><xmp:ModifyDate>${time}</xmp:ModifyDate><xmp:MetadataDate>${time}</xmp:MetadataDate><pdf:Producer>${producer}</pdf:Producer><xmpMM:DocumentID>${uuid}</xmpMM:DocumentID><xmpMM:InstanceID>${uuid}</xmpMM:InstanceID><xmpMM:VersionID>1</xmpMM:VersionID><xmpMM:RenditionClass>default</xmpMM:RenditionClass>${archive}${press}</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`
  return file.addStream('/Type/Metadata/Subtype/XML', Buffer.from(xmp), true)
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)

/** The print or screen condition for which the colors are defined (§14.11.5). */
export function outputIntent(subtype: 'GTS_PDFX' | 'GTS_PDFA1', isCmyk: boolean, profile: Ref): string {
  const [identifier, info] = isCmyk
    ? ['FOGRA39', 'Coated FOGRA39 (ISO 12647-2:2004)']
    : ['sRGB', 'sRGB IEC61966-2.1']
  const registry = isCmyk ? `/RegistryName${textString('http://www.color.org')}` : ''
  return `<</Type/OutputIntent/S${nameObject(subtype)}/OutputConditionIdentifier(${identifier})/OutputCondition${textString(info!)}/Info${textString(info!)}${registry}/DestOutputProfile ${profile} 0 R>>`
}

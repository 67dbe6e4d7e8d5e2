/**
 * Returns a PDF with one page that a JPEG fills. It has the minimum of objects that a reader needs (ISO
 * 32000-1, 7.5).
 */
export function pdfPage(jpeg: Buffer, width: number, height: number): Buffer {
  const content = `q ${width} 0 0 ${height} 0 0 cm /Picture Do Q`
  const page = `/Resources << /XObject << /Picture 4 0 R >> >> /Contents 5 0 R`
  const image = `/Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8`
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] ${page} >>`),
    stream(`/Type /XObject ${image} /Filter /DCTDecode`, jpeg),
    stream('', Buffer.from(content)),
  ]
  return assemble(objects)
}

function stream(entries: string, data: Buffer): Buffer {
  const head = `<< ${entries} /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

/** Numbers the objects and appends the cross-reference table, which lists the byte offset of each object. */
function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')]
  const starts: number[] = []
  let size = parts[0]!.length
  for (const [i, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    starts.push(size)
    size += part.length
    parts.push(part)
  }
  const rows = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>`
  return Buffer.concat([...parts, Buffer.from(`${table}\nstartxref\n${size}\n%%EOF\n`)])
}

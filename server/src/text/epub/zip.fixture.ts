import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  body: Buffer | string
  /** Unix mode; 0o120777 is a symbolic link. */
  mode?: number
  /** Wrong header values that replace the correct ones. */
  claim?: { size?: number; flags?: number }
}

/** Builds a valid or invalid archive for a test. */
export function zip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, body, mode = 0o100644, claim = {} } of entries) {
    const raw = Buffer.from(body)
    const packed = deflateRawSync(raw, { level: 9 })
    const size = claim.size ?? raw.length
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (claim.flags ?? 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(raw), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(size, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE((mode << 16) >>> 0, 6)
    attributes.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, attributes, nameBytes)
    offset += 4 + 26 + nameBytes.length + packed.length
  }
  const listing = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listing.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listing, end])
}

interface Book {
  documents: Record<string, string>
  /** Additional entries of the archive. */
  extra?: ZipEntry[]
  manifest?: string
  nav?: string
  spineAttributes?: string
}

export const page = (body: string, head = '') =>
  `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>页</title>${head}</head><body>${body}</body></html>`

/** Builds a small book: its documents are the spine, in order. */
export function epub({ documents, extra = [], manifest = '', nav, spineAttributes = '' }: Book): Buffer {
  const names = Object.keys(documents)
  const items = names
    .map(
      (name, i) =>
        `<item id="d${i}" href="${name}" media-type="${name.endsWith('.png') ? 'image/png' : 'application/xhtml+xml'}"/>`,
    )
    .join('')
  const navItem = nav ? '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>' : ''
  return zip([
    { name: 'mimetype', body: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      body: '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    },
    {
      name: 'OPS/book.opf',
      body: `<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>小书</dc:title><dc:creator>某人</dc:creator></metadata><manifest>${items}${navItem}${manifest}</manifest><spine${spineAttributes}>${names.map((_, i) => `<itemref idref="d${i}"/>`).join('')}</spine></package>`,
    },
    ...(nav ? [{ name: 'OPS/nav.xhtml', body: page(`<nav epub:type="toc">${nav}</nav>`) }] : []),
    // A document with an empty body is a picture; `extra` contains its file.
    ...names.filter((name) => documents[name] !== '').map((name) => ({ name: `OPS/${name}`, body: documents[name]! })),
    ...extra,
  ])
}
